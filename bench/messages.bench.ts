import { sendMessageUnderKills } from '../test/support/faults/messagesUnderKills.ts'
import { report } from './support/report.ts'

/** Does every buyer get a message once, when the application is killed again and again while it sends? SIZE is how many buyers. */
const RECIPIENTS = Number(process.env.SIZE ?? 5_000)
const KILLS = Math.min(20, Math.ceil(RECIPIENTS / 50))
const figures = await sendMessageUnderKills({ recipients: RECIPIENTS, kills: KILLS, timeoutMs: 1_800_000 })
report('messages', {
  ...figures,
  budgets: { recipients: RECIPIENTS, missed: 0, twice: 0, kills: KILLS, seconds: 3_600 },
})

import { deliverWebhooksUnderKills } from '../test/support/faults/webhooksUnderKills.ts'
import { report } from './support/report.ts'

/** Is any message to an agency's system lost, out of order or repeated more than once for each kill, when the application is killed again and again? */
const MESSAGES = 20_000
const KILLS = 100
const figures = await deliverWebhooksUnderKills({ messages: MESSAGES, kills: KILLS })
report('webhooks', {
  ...figures,
  budgets: { messages: MESSAGES, missed: 0, unknownIds: 0, outOfOrder: 0, repeated: KILLS, kills: KILLS },
})

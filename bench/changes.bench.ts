import { tellBuyersUnderKills } from '../test/support/faults/changesUnderKills.ts'
import { report } from './support/report.ts'

/** Is any buyer told twice or not at all of a changed document, when the application is killed again and again meanwhile? */
const RECIPIENTS = 500
const KILLS = 5
const figures = await tellBuyersUnderKills({ recipients: RECIPIENTS, kills: KILLS })
report('changes', { ...figures, budgets: { recipients: RECIPIENTS, missed: 0, twice: 0, kills: KILLS, seconds: 600 } })

import { runLeadCrashTest } from './support/leadCrashTest.ts'
import { report } from './support/report.ts'

/** A short version of `crash`. */
const LEADS = 2_000
const figures = await runLeadCrashTest({
  leads: LEADS,
  writers: 20,
  faults: Array.from({ length: 14 }, (_, nth) => (nth % 2 ? 'database' : 'application')),
})
report('lead', {
  ...figures,
  budgets: { acknowledged: LEADS, stored: LEADS, mailed: LEADS, duplicates: 0, seconds: 600 },
})

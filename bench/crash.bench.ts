import type { Fault } from '../test/support/faults/crashingApp.ts'
import { measureLeadDurability } from './support/leadDurability.ts'
import { report } from './support/report.ts'

/** Twenty buyers at a time while the application is killed a hundred times and its database goes thirty times. */
const LEADS = 20_000
const KILLS = 100
const RESTARTS = 30
const FAULTS = KILLS + RESTARTS

/** The restarts are spread evenly among the kills. */
const faults = Array.from({ length: FAULTS }, (_, nth): Fault => {
  const before = Math.floor((nth * RESTARTS) / FAULTS)
  const after = Math.floor(((nth + 1) * RESTARTS) / FAULTS)
  return after > before ? 'database' : 'application'
})

const figures = await measureLeadDurability({ leads: LEADS, writers: 20, faults })
report('crash', {
  ...figures,
  budgets: {
    ...{ acknowledged: LEADS, stored: LEADS, mailed: LEADS, duplicates: KILLS, mailedTwice: KILLS },
    ...{ kills: KILLS, restarts: RESTARTS, longestSecondsToSuccess: 5 },
  },
})

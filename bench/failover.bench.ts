import { measureFailover } from './support/measureFailover.ts'
import { report } from './support/report.ts'

/** Is anything lost that was acknowledged when the primary dies twenty times and its standby takes over? SIZE is how many times. */
const ROUNDS = Number(process.env.SIZE ?? 20)
const figures = await measureFailover({ rounds: ROUNDS })
report('failover', {
  ...figures,
  budgets: { rounds: ROUNDS, lost: 0, longestOutageSeconds: 30 },
})

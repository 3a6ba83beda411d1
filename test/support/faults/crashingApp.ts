import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { type RunningApp, startBuiltApp } from '../processes/app.ts'

/** Ends in order, ends at once, and is killed: as after a restart, a crash and a lost machine. */
const ENDS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const

export type Fault = 'application' | 'database'

/** The built application with its own PostgreSQL, either of which is brought down on request and comes back. */
export async function startCrashingApp(env: Record<string, string> & { DATA_DIR: string }) {
  let app: RunningApp = await startBuiltApp(env)
  let earlier = ''
  let work: Promise<unknown> = Promise.resolve()
  const fragile = {
    url: app.url,
    kills: 0,
    restarts: 0,
    /** One after the other, so that each is counted as one; over once it is back. */
    breakSomething(what: Fault) {
      work = work.then(what === 'application' ? killApplication : endDatabase)
      return work
    },
    mended: () => work,
    output: () => earlier + app.output(),
    stop: () => app.stop(),
  }
  return fragile

  async function killApplication() {
    fragile.kills += 1
    app.process.kill('SIGKILL')
    await once(app.process, 'exit')
    earlier += app.output()
    app = await startBuiltApp(env)
  }

  /** The application notices, and starts it again. */
  async function endDatabase() {
    const signal = ENDS[fragile.restarts % ENDS.length] ?? 'SIGINT'
    fragile.restarts += 1
    const before = postmasterPid()
    process.kill(before, signal)
    await eventually(() => postmasterPid() !== before)
    await eventually(async () => (await fetch(`${app.url}/readyz`)).ok, 60_000)
  }

  function postmasterPid() {
    return Number(readFileSync(join(env.DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  }
}

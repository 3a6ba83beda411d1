import { Worker } from 'node:worker_threads'
import { beforeEach, vi } from 'vitest'

/** A fault that keeps its tests busy for this long counts as caught. Without a fault they take up to 15 seconds. */
const TIME_LIMIT_MS = 120_000

/** Switches one fault on for the tests that are imported afterwards. They stop at the first that fails. */
export function prepareFault(id) {
  vi.useRealTimers()
  vi.resetModules()
  process.env.PLANTED_FAULT = id
  limitTime()
  let isCaught = false
  beforeEach(({ skip, onTestFailed }) => {
    if (isCaught) skip()
    onTestFailed(() => {
      isCaught = true
    })
  })
}

/** Ends the process, even one that a fault keeps in a loop. Vitest starts another for the next fault. */
function limitTime() {
  globalThis.plantedFaultTimer?.terminate()
  const code = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${TIME_LIMIT_MS})`
  globalThis.plantedFaultTimer = new Worker(code, { eval: true, execArgv: [] })
  globalThis.plantedFaultTimer.unref()
}

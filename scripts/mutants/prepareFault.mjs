import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

/** A fault that keeps its tests busy for this long counts as caught. Without a fault they take up to 15 seconds. */
const TIME_LIMIT_MS = 120_000

/**
 * Switches one fault on for the tests that are imported afterwards, or only those that reach it. They stop at the first
 * that fails.
 */
export function prepareFault(id, reachedBy) {
  vi.useRealTimers()
  vi.resetModules()
  process.env.PLANTED_FAULT = id
  limitTime()
  let isCaught = false
  beforeEach(({ task, skip, onTestFailed }) => {
    if (isCaught || reachedBy?.includes(task.fullTestName) === false) skip()
    onTestFailed(() => {
      isCaught = true
    })
  })
}

/** Writes down which test reaches which faults; `anywhere` are those reached between tests, such as while modules load. */
export function recordReached(path) {
  const seen = new Set()
  const anywhere = new Set()
  const byTest = {}
  globalThis.reachedFaults = seen
  const takeSeen = () => {
    const taken = [...seen]
    seen.clear()
    return taken
  }
  const keepOutsideOfTests = () => {
    for (const id of takeSeen()) anywhere.add(id)
  }
  beforeEach(keepOutsideOfTests)
  afterEach(({ task }) => {
    byTest[task.fullTestName] = [...(byTest[task.fullTestName] ?? []), ...takeSeen()]
  })
  afterAll(() => {
    keepOutsideOfTests()
    globalThis.reachedFaults = undefined
    writeFileSync(path, JSON.stringify({ anywhere: [...anywhere], byTest }))
  })
}

/** Ends the process, even one that a fault keeps in a loop. Vitest starts another for the next fault. */
function limitTime() {
  globalThis.plantedFaultTimer?.terminate()
  const code = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${TIME_LIMIT_MS})`
  globalThis.plantedFaultTimer = new Worker(code, { eval: true, execArgv: [] })
  globalThis.plantedFaultTimer.unref()
}

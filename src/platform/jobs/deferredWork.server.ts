import type { Log } from '../telemetry/log.server.ts'

/** Long enough for the answer to be on its way. */
const DELAY_MS = 100

type Task = () => Promise<unknown>

export type DeferredWork = ReturnType<typeof createDeferredWork>

/**
 * Small work that an answer must not wait for, not even for its first step: otherwise the time of the answer tells that there
 * was something to do. It is lost only if the process is killed: stopping in order does what still waits.
 */
export function createDeferredWork(log: Log) {
  const waiting = new Map<NodeJS.Timeout, Task>()
  const running = new Set<Promise<unknown>>()

  function run(task: Task) {
    const done = task()
      .catch((err) => log.error({ err }, 'deferred work failed'))
      .finally(() => running.delete(done))
    running.add(done)
  }

  return {
    defer(task: Task) {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        run(task)
      }, DELAY_MS)
      waiting.set(timer, task)
    },

    async drain() {
      for (const [timer, task] of waiting) {
        clearTimeout(timer)
        waiting.delete(timer)
        run(task)
      }
      await Promise.all(running)
    },
  }
}

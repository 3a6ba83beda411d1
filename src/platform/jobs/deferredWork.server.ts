import type { Log } from '../telemetry/log.server.ts'

/** Long enough for the response to be sent. */
const DELAY_MS = 100

type Task = () => Promise<unknown>

export type DeferredWork = ReturnType<typeof createDeferredWork>

/**
 * Work that starts after the response, so that the response time does not reveal that there
 * was work to do. It is lost only if the process is killed: a graceful stop completes it.
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

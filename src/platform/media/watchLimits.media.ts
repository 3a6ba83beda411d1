import { parentPort } from 'node:worker_threads'

const CHECK_EVERY_MS = 20
/** Tells the parent why; unlike SIGXCPU it leaves no core file with somebody's document in it. */
const CPU_LIMIT_SIGNAL = 'SIGVTALRM'

/** How much processor time the task that begins now may take; nothing when it has ended. */
export type CpuLimit = { limitMs: number } | undefined

/**
 * Runs in a thread of the media process, because a decoder keeps the main thread busy. Memory of native and WebAssembly code is
 * outside every limit that Node can set, so the process as a whole is watched and ended. Processor time rather than time on the
 * clock, so that a busy machine does not fail a file that is fine. The process also ends when its parent has gone.
 */
export function watchLimits(maxRssBytes: number) {
  const parent = process.ppid
  let maxCpuMs = Number.POSITIVE_INFINITY
  parentPort?.on('message', (limit: CpuLimit) => {
    maxCpuMs = limit ? usedCpuMs() + limit.limitMs : Number.POSITIVE_INFINITY
  })
  setInterval(() => {
    if (process.memoryUsage.rss() > maxRssBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
    if (usedCpuMs() > maxCpuMs) process.kill(process.pid, CPU_LIMIT_SIGNAL)
  }, CHECK_EVERY_MS)
}

function usedCpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

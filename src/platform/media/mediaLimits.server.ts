import { parentPort } from 'node:worker_threads'
import type { MediaLane } from './mediaTasks.ts'

/** Limits that the parent process sets. */
export interface MediaLimits {
  lane: MediaLane
  maxRssBytes: number
  maxWasmBytes: number
}

/** As arguments of the media process. Both of its threads read them, before they load anything else. */
export const limitsToArguments = ({ lane, maxRssBytes, maxWasmBytes }: MediaLimits) => [
  lane,
  String(maxRssBytes),
  String(maxWasmBytes),
]

export function limitsFromArguments([lane, maxRssBytes, maxWasmBytes]: string[]): MediaLimits {
  if (lane !== 'interactive' && lane !== 'background') throw new Error('The media process needs a lane.')
  return { lane, maxRssBytes: readBytes(maxRssBytes), maxWasmBytes: readBytes(maxWasmBytes) }
}

/** Nothing is greater than a limit that is not a number. */
function readBytes(text: string | undefined) {
  const bytes = Number(text)
  if (!(bytes > 0)) throw new Error('The media process needs its limits.')
  return bytes
}

const CHECK_EVERY_MS = 20
/** Tells the parent why it ended. Unlike SIGXCPU, it leaves no core file with a customer's document. */
const CPU_LIMIT_SIGNAL = 'SIGVTALRM'

/** Processor time for the task that starts now; nothing when it has ended. */
export type CpuLimit = { limitMs: number } | undefined

/**
 * Runs in a thread of the media process, because a decoder keeps the main thread busy. Memory of native and WebAssembly code is
 * outside every limit that Node can set, so the whole process is watched and ended. Measures processor time rather than wall-clock
 * time, so that a busy machine does not fail a good file. The process also ends when its parent has gone.
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

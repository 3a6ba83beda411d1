import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, type Worker } from 'node:worker_threads'
import { z } from 'zod'
import { MediaError } from './mediaError.ts'
import type { MediaTask } from './mediaTasks.ts'
import type { MediaReply, MediaRequest } from './mediaWorker.server.ts'

/** Limits that the parent process sets. */
export const MediaLimits = z.object({
  lane: z.enum(['interactive', 'background']),
  maxRssBytes: z.number(),
  maxWasmBytes: z.number(),
})
export type MediaLimits = z.infer<typeof MediaLimits>

const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL

type Perform = (input: never) => Promise<unknown>

/** A task together with its implementation. */
export const implementTask = <Input, Output>(
  { name }: MediaTask<Input, Output>,
  perform: (input: Input) => Promise<Output>,
): [string, Perform] => [name, perform]

/** Runs the parent's tasks until the parent disconnects. */
export function serveTasks(
  implementations: [string, Perform][],
  { lane, maxWasmBytes }: MediaLimits,
  watch: Pick<Worker, 'postMessage'>,
) {
  const performers = new Map(implementations)
  limitWasmMemory(maxWasmBytes)
  // Page requests come first. A process may not raise its priority, so one that started lower stays there.
  if (lane === 'background' && getPriority() < PRIORITY) setPriority(PRIORITY)
  dieFirstWhenMemoryIsShort()
  // The parent ends this process. A signal to the whole process group must not interrupt a file.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', async (request: MediaRequest) => {
    limitCpu(watch, { limitMs: request.timeLimitMs })
    const outcome = await perform(performers, request)
    limitCpu(watch, undefined)
    const reply: MediaReply = { ...outcome, rssBytes: process.memoryUsage.rss() }
    process.send?.(reply)
  })
  process.send?.('ready')
}

const limitCpu = (watch: Pick<Worker, 'postMessage'>, limit: CpuLimit) => watch.postMessage(limit)

async function perform(performers: Map<string, Perform>, { task, input }: MediaRequest) {
  try {
    const found = performers.get(task)
    if (!found) throw new Error(`The media process has no task called ${task}.`)
    return { result: await found(input as never) }
  } catch (error) {
    const detail = error instanceof Error ? `${error.stack} ${error.cause ?? ''}` : String(error)
    if (error instanceof MediaError) return { failure: { message: error.message, retryable: error.retryable, detail } }
    return { failure: { message: 'We couldn’t prepare this file.', retryable: true, detail } }
  }
}

/** When memory runs out, Linux ends this process before the application or the database. */
function dieFirstWhenMemoryIsShort() {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Some containers forbid it. Our own memory limit still applies.
  }
}

const CHECK_EVERY_MS = 20
/** Tells the parent why it ended. Unlike SIGXCPU, it leaves no core file with a customer's document. */
const CPU_LIMIT_SIGNAL = 'SIGVTALRM'

/** Processor time for the task that starts now; nothing when it has ended. */
type CpuLimit = { limitMs: number } | undefined

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

const WASM_PAGE_BYTES = 64 * 1024

/**
 * WebAssembly memory is outside the resource limits of a thread. It grows through a JavaScript call, so growth can be
 * refused here; the WebAssembly code then fails with an error.
 */
function limitWasmMemory(bytes: number) {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function growWithin(pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > bytes) throw new RangeError('The memory limit is reached.')
    return grow.call(this, pages)
  }
}

/** WebAssembly throws these when it runs out of memory or stack. */
export const isWasmCrash = (error: unknown) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError

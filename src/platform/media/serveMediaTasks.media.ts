import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { MediaError } from './mediaError.ts'
import type { CpuLimit, MediaLimits } from './mediaLimits.server.ts'
import type { MediaTask } from './mediaTasks.ts'
import type { MediaReply, MediaRequest } from './mediaWorker.server.ts'

const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL

type Load = () => Promise<(input: never) => Promise<unknown>>

/** A task together with its implementation, which is loaded for the first task of its kind: few processes do more than one or two kinds. */
export const implementTask = <Input, Output>(
  { name }: MediaTask<Input, Output>,
  load: () => Promise<(input: Input) => Promise<Output>>,
): [string, Load] => [name, load]

/** Runs the parent's tasks until the parent disconnects. */
export function serveTasks(
  implementations: [string, Load][],
  { lane, maxWasmBytes }: MediaLimits,
  watch: Pick<Worker, 'postMessage'>,
) {
  const loaders = new Map(implementations)
  limitWasmMemory(maxWasmBytes)
  // Page requests come first. A process may not raise its priority, so one that started lower stays there.
  if (lane === 'background' && getPriority() < PRIORITY) setPriority(PRIORITY)
  dieFirstWhenMemoryIsShort()
  // The parent ends this process. A signal to the whole process group must not interrupt a file.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', async (request: MediaRequest) => {
    const outcome = await perform(loaders, request, watch)
    limitCpu(watch, undefined)
    const reply: MediaReply = { ...outcome, rssBytes: process.memoryUsage.rss() }
    process.send?.(reply)
  })
  process.send?.('ready')
}

const limitCpu = (watch: Pick<Worker, 'postMessage'>, limit: CpuLimit) => watch.postMessage(limit)

async function perform(
  loaders: Map<string, Load>,
  { task, input, timeLimitMs }: MediaRequest,
  watch: Pick<Worker, 'postMessage'>,
) {
  try {
    const load = loaders.get(task)
    if (!load) throw new Error(`The media process has no task called ${task}.`)
    const run = await load()
    // The time of a file is its own: it does not include the loading of code.
    limitCpu(watch, { limitMs: timeLimitMs })
    return { result: await run(input as never) }
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

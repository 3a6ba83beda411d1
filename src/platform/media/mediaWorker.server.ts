import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../paths.server.ts'
import { MediaFailure, mishap } from './failure.ts'
import type { Reply, Request, Tasks, ThreadLimits } from './tasks.server.ts'

export interface MediaWorkerOptions {
  /** Milliseconds for one task. */
  timeLimit?: number
  /** Megabytes of JavaScript's heap in the thread. */
  heapLimit?: number
  wasmMemory?: number
  /** The thread is let go after this many milliseconds without work, and its memory with it. */
  idleAfter?: number
  /** The script of the thread. */
  script?: string
}

const MEGABYTE = 1024 * 1024
export const builtThread = join(projectRoot, 'dist/server/mediaThread.js')
/** Node runs the source itself; the bundle has an entry of its own for the thread. */
const ownThread = import.meta.filename.endsWith('.ts') ? join(import.meta.dirname, 'thread.server.ts') : builtThread

export type MediaWorker = ReturnType<typeof createMediaWorker>

/**
 * Reads files of strangers in a thread of its own, one after another. A file that takes too long or breaks the thread fails
 * alone: the next one gets a fresh thread.
 */
export function createMediaWorker({
  timeLimit = 60_000,
  heapLimit = 256,
  wasmMemory = 512 * MEGABYTE,
  idleAfter = 30_000,
  script = ownThread,
}: MediaWorkerOptions = {}) {
  let thread: Worker | undefined
  let current: AbortController | undefined
  let isClosed = false
  let idle: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()

  function run<Task extends keyof Tasks>(task: Task, ...args: Parameters<Tasks[Task]>) {
    const result = queue.then(() => perform({ task, args }))
    queue = result.catch(() => {})
    return result as ReturnType<Tasks[Task]>
  }

  async function perform(request: Request) {
    clearTimeout(idle)
    // The libraries behind sharp must not be unloaded with a thread, so the main thread holds them as well.
    await import('sharp')
    if (isClosed) throw stopped()
    thread ??= startThread()
    const reply = await ask(thread, request)
    idle = setTimeout(letGo, idleAfter).unref()
    if ('result' in reply) return reply.result
    const { message, retryable, detail } = reply.failure
    throw new MediaFailure(message, { retryable, cause: detail })
  }

  function startThread() {
    const limits: ThreadLimits = { wasmMemory }
    // It needs no setting and no secret, so it is given none.
    const worker = new Worker(script, {
      workerData: limits,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapLimit },
    })
    // Without a listener, an error of a thread that nobody waits for would end the process.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (thread !== worker) return
      thread = undefined
      current?.abort(mishap('This file could not be prepared.'))
    })
    return worker
  }

  async function ask(worker: Worker, request: Request): Promise<Reply> {
    const patience = new AbortController()
    current = patience
    const timer = setTimeout(() => patience.abort(mishap('This file took too long to prepare.')), timeLimit)
    try {
      const answered = once(worker, 'message', { signal: patience.signal })
      worker.postMessage(request)
      return (await answered)[0]
    } catch (cause) {
      // Not waited for: a step of sharp has to end first, and the next file need not wait for that.
      void letGo()
      const isOutOfPatience = cause instanceof Error && cause.name === 'AbortError'
      throw isOutOfPatience ? patience.signal.reason : mishap('This file could not be prepared.', cause)
    } finally {
      clearTimeout(timer)
    }
  }

  async function letGo() {
    const leaving = thread
    thread = undefined
    await leaving?.terminate()
  }

  return {
    sniff: (...args: Parameters<Tasks['sniff']>) => run('sniff', ...args),
    processImage: (...args: Parameters<Tasks['processImage']>) => run('processImage', ...args),
    processPdf: (...args: Parameters<Tasks['processPdf']>) => run('processPdf', ...args),
    /** What is under way and what waits fails, and may be tried again. */
    async close() {
      isClosed = true
      clearTimeout(idle)
      current?.abort(stopped())
      await letGo()
    },
  }
}

const stopped = () => mishap('The preparation of this file was interrupted.')

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../config/projectRoot.server.ts'
import { tooManyRequests } from '../errors.ts'
import { MediaError, temporaryFailure, unusableFile } from './mediaError.ts'
import { limitsToArguments, type MediaLimits } from './mediaLimits.server.ts'
import type { MediaLane, MediaTask } from './mediaTasks.ts'

export interface MediaRequest {
  task: string
  input: unknown
  /** Of processor time, which the process itself watches. */
  timeLimitMs: number
}

export type MediaReply = (
  | { result: unknown }
  | { failure: { message: string; retryable: boolean; detail: string } }
) & {
  /** The memory of the process after the task. */
  rssBytes: number
}

export interface MediaWorkerOptions {
  /** Overrides each task's own limit. */
  timeLimitMs?: number
  maxRssBytes?: Partial<Record<MediaLane, number>>
  /** WebAssembly memory of one file. */
  maxWasmBytes?: number
  /** A process with no work for this long is ended. */
  idleAfterMs?: number
  /** The program that the processes run. */
  script?: string
}

const MEGABYTE = 1024 * 1024
/** Interactive tasks need little memory: portraits, posters, type detection. Background tasks include 48-megapixel HEIC photos. */
const MAX_RSS_BYTES = { interactive: 400 * MEGABYTE, background: 900 * MEGABYTE }
/** A process that has grown beyond this is replaced, because decoders rarely return memory. */
const REPLACE_ABOVE_RSS_BYTES = 220 * MEGABYTE
const MAX_HEAP_MEGABYTES = 256
const MAX_WAITING_FOR_ONE_OWNER = 50
const RETRY_AFTER_SECONDS = 5
/** The wall-clock limit is this many times the processor limit, because the machine may be busy. */
const CLOCK_FACTOR = 6

export const builtMediaProgram = join(projectRoot, 'dist/server/media.js')
/** Node runs the TypeScript source itself; the build has an entry for this program. */
const ownProgram = import.meta.filename.endsWith('.ts')
  ? join(projectRoot, 'src/processes/media.ts')
  : builtMediaProgram

export type MediaWorker = ReturnType<typeof createMediaWorker>

/**
 * Decodes and draws in child processes with limits of time and memory, so that no file from a stranger is ever decoded in
 * the calling process. A file that exceeds a limit fails alone: its process is ended, and the next file gets a new one.
 */
export function createMediaWorker({ maxRssBytes, ...options }: MediaWorkerOptions = {}) {
  const limits = { ...MAX_RSS_BYTES, ...maxRssBytes }
  const lanes = {
    interactive: createLane('interactive', limits.interactive, options),
    background: createLane('background', limits.background, options),
  }
  return {
    /** Owners take turns, however many requests each has waiting. */
    run<Input, Output>(task: MediaTask<Input, Output>, input: Input, owner: string) {
      // The media process is our own program, built from the same types.
      return lanes[task.lane].run(task, input, owner) as Promise<Output>
    },
    /** Running and waiting tasks fail, and may be retried. */
    async close() {
      await Promise.all([lanes.interactive.close(), lanes.background.close()])
    },
  }
}

interface Waiting {
  task: Pick<MediaTask<unknown, unknown>, 'name' | 'timeLimitMs'>
  input: unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

type LaneOptions = Omit<MediaWorkerOptions, 'maxRssBytes'>

/** One process at most, and one task at a time. */
function createLane(lane: MediaLane, maxRssBytes: number, options: LaneOptions) {
  const { timeLimitMs, maxWasmBytes = 512 * MEGABYTE, idleAfterMs = 30_000, script = ownProgram } = options
  const limits: MediaLimits = { lane, maxRssBytes, maxWasmBytes }
  /** In the order of their turns. */
  const waiting = new Map<string, Waiting[]>()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let isWorking = false
  let isClosed = false

  function run(task: Waiting['task'], input: unknown, owner: string) {
    const ahead = waiting.get(owner) ?? []
    if (isClosed) return Promise.reject(interrupted())
    if (ahead.length >= MAX_WAITING_FOR_ONE_OWNER) return Promise.reject(tooManyRequests(RETRY_AFTER_SECONDS))
    return new Promise<unknown>((resolve, reject) => {
      waiting.set(owner, [...ahead, { task, input, resolve, reject }])
      void work()
    })
  }

  async function work() {
    if (isWorking) return
    isWorking = true
    clearTimeout(idle)
    for (let next = takeNext(); next; next = takeNext()) await perform(next).then(next.resolve, next.reject)
    isWorking = false
    idle = setTimeout(letGo, idleAfterMs).unref()
  }

  /** The oldest request of the owner whose turn it is, who then goes to the end. */
  function takeNext() {
    for (const [owner, [next, ...rest]] of waiting) {
      waiting.delete(owner)
      if (rest.length > 0) waiting.set(owner, rest)
      if (next) return next
    }
    return undefined
  }

  async function perform({ task, input }: Waiting) {
    if (isClosed) throw interrupted()
    const reply = await ask({ task: task.name, input, timeLimitMs: timeLimitMs ?? task.timeLimitMs })
    if (reply.rssBytes > REPLACE_ABOVE_RSS_BYTES) await letGo()
    if ('result' in reply) return reply.result
    const { message, retryable, detail } = reply.failure
    throw new MediaError(message, { retryable, cause: detail })
  }

  async function ask(request: MediaRequest): Promise<MediaReply> {
    const ended = new AbortController()
    const process = child ?? start()
    child = process
    const onEnd = (code: number | null, signal: string | null) => ended.abort(whyEnded(code, signal))
    const onError = (cause: Error) => ended.abort(temporaryFailure(COULD_NOT, cause))
    process.once('exit', onEnd).once('error', onError)
    let timer: NodeJS.Timeout | undefined
    try {
      if (!ready.has(process)) await once(process, 'message', { signal: ended.signal })
      ready.add(process)
      timer = setTimeout(() => ended.abort(tookTooLong()), request.timeLimitMs * CLOCK_FACTOR)
      const answered = once(process, 'message', { signal: ended.signal })
      process.send(request)
      return (await answered)[0]
    } catch (cause) {
      if (child === process) await letGo()
      throw isClosed ? interrupted() : ended.signal.aborted ? ended.signal.reason : temporaryFailure(COULD_NOT, cause)
    } finally {
      clearTimeout(timer)
      process.off('exit', onEnd).off('error', onError)
    }
  }

  function start() {
    const started = fork(script, limitsToArguments(limits), {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`],
      // No settings and no secrets. With fewer glibc arenas, memory is returned sooner.
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // A process that ends while idle is replaced by the next request.
    started.on('error', () => {})
    started.on('exit', () => {
      if (child === started) child = undefined
    })
    // An idle process must not keep the application alive: it ends when its parent has gone.
    started.unref()
    started.channel?.unref()
    return started
  }

  async function letGo() {
    const leaving = child
    child = undefined
    if (!leaving?.pid || leaving.exitCode !== null || leaving.signalCode !== null) return
    leaving.ref()
    const gone = once(leaving, 'exit')
    leaving.kill('SIGKILL')
    await gone
  }

  return {
    run,
    async close() {
      isClosed = true
      clearTimeout(idle)
      await letGo()
    },
  }
}

/** Processes that have reported that they are ready. */
const ready = new WeakSet<ChildProcess>()

const COULD_NOT = 'We couldn’t prepare this file.'
export const interrupted = () => temporaryFailure('Preparing this file was interrupted. Please try again.')

const tookTooLong = () => unusableFile('This file took too long to prepare.')

/** A signal that we did not send means a time or memory limit, or a crash inside a decoder: each is caused by the file. */
function whyEnded(code: number | null, signal: string | null) {
  // The signal of `watchLimits` for the limit of processor time.
  if (signal === 'SIGVTALRM') return tookTooLong()
  if (signal)
    return unusableFile(
      'This file is too complex for us to prepare. Save a smaller or simpler copy and try again.',
      signal,
    )
  return temporaryFailure(COULD_NOT, `exit code ${code}`)
}

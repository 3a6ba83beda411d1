import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../telemetry/log.server.ts'
import {
  type Channel,
  type DemoSignIn,
  type ManagedRequests,
  openChannel,
  type PrimaryRequests,
  type RequestHandlers,
} from './primaryChannel.server.ts'

const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 30_000

interface Options {
  kind: 'web' | 'worker'
  launch(): ChildProcess
  log: Log
  answers: Omit<RequestHandlers<PrimaryRequests>, 'ready' | 'startFailed'>
}

interface Started {
  child: ChildProcess
  channel: Channel<ManagedRequests>
  /** Fails with the reason if it ends before. */
  ready: Promise<DemoSignIn | undefined>
  /** How it ended. */
  ended: Promise<string>
}

export type ManagedProcess = ReturnType<typeof keepRunning>

/**
 * Starts a process, and another one when it ends: at once, or after a growing delay if it keeps ending before it is ready. If the
 * first web process cannot start, none follows, and `ready` fails with its reason.
 */
export function keepRunning({ kind, launch, log, answers }: Options) {
  const stopping = new AbortController()
  const firstReady = Promise.withResolvers<DemoSignIn | undefined>()
  let current: Started | undefined
  let readyChannel: Channel<ManagedRequests> | undefined
  const finished = run()

  async function run() {
    let hasBeenReady = false
    let failures = 0
    while (!stopping.signal.aborted) {
      current = start(kind, launch(), answers)
      try {
        firstReady.resolve(await current.ready)
        readyChannel = current.channel
        hasBeenReady = true
        failures = 0
      } catch (err) {
        if (stopping.signal.aborted) return
        if (kind === 'web' && !hasBeenReady) return firstReady.reject(err)
        failures += 1
        log.error({ err }, `a ${kind} process could not start`)
      }
      const end = await current.ended
      readyChannel = undefined
      if (stopping.signal.aborted) return
      log.error({ pid: current.child.pid, end }, `a ${kind} process ended, and is replaced`)
      await pause(delayAfter(failures), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    ready: firstReady.promise,
    /** Nothing while it is being replaced. */
    channel: () => readyChannel,
    /** If it ends from now on, that is not a failure. */
    endReplacing: () => stopping.abort(),
    /** Lets it finish what it is doing. */
    async stop() {
      stopping.abort()
      current?.child.kill('SIGTERM')
      await finished
    },
    kill: () => current?.child.kill('SIGKILL'),
  }
}

function start(kind: Options['kind'], child: ChildProcess, answers: Options['answers']): Started {
  const ready = Promise.withResolvers<DemoSignIn | undefined>()
  const channel = openChannel<ManagedRequests, PrimaryRequests>(child, {
    ...answers,
    ready: ({ demo }) => ready.resolve(demo),
    startFailed: ({ reason }) => ready.reject(new Error(reason)),
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    // A process that could not be created has no id and no exit.
    child.on('error', (error) => child.pid === undefined && resolve(error.message))
  })
  void ended.then((end) => ready.reject(new Error(`A ${kind} process ended before it was ready: ${end}.`)))
  return { child, channel, ready: ready.promise, ended }
}

const delayAfter = (failures: number) => (failures === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS))

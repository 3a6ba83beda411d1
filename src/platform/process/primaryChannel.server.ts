import type { SharedMediaReply, SharedMediaRequest } from '../media/sharedMedia.server.ts'
import { type MetricList, readOwnMetrics } from '../telemetry/metrics.server.ts'

/** The argument of a process that a primary has started. */
export const MANAGED = 'managed'

/** What the processes ask their primary. */
export type PrimaryRequests = {
  /** It takes requests, or runs jobs. */
  ready: { input: { demo?: DemoSignIn }; answer: unknown }
  startFailed: { input: { reason: string }; answer: unknown }
  runMediaTask: { input: SharedMediaRequest; answer: SharedMediaReply }
  collectMetrics: { input: undefined; answer: MetricList[] }
}

/** What a primary asks the processes that it has started. */
export type ManagedRequests = {
  readMetrics: { input: undefined; answer: MetricList }
}

/** The demo agency's, reported by the process that has created it. */
export interface DemoSignIn {
  email: string
  password: string
}

export type Primary = Channel<PrimaryRequests>

/** The process that has started this one as one of several; nothing if this one was started by itself. */
export function findPrimary(): Primary | undefined {
  if (process.argv[2] !== MANAGED) return undefined
  return openChannel<PrimaryRequests, ManagedRequests>(process, { readMetrics: readOwnMetrics })
}

/** One end of Node's channel between a process and one that it has started. */
interface ChannelEnd {
  send?(message: Message, callback: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: Message) => void): unknown
  once(event: 'disconnect', listener: () => void): unknown
}

type Message =
  | { id: number; question: string; input: unknown }
  | { id: number; answer: unknown }
  | { id: number; failure: string }

/** The questions that one side answers, by name. */
type Questions = Record<string, { input: unknown; answer: unknown }>
export type RequestHandlers<Q extends Questions> = {
  [Name in keyof Q]: (input: Q[Name]['input']) => Promise<Q[Name]['answer']> | Q[Name]['answer']
}

export interface Channel<Theirs extends Questions> {
  /** Fails if the other process fails to answer, or ends. */
  ask<Name extends keyof Theirs & string>(name: Name, input: Theirs[Name]['input']): Promise<Theirs[Name]['answer']>
}

/** Each side asks questions, and answers those of the other. Both are our own program, built from the same types. */
export function openChannel<Theirs extends Questions, Ours extends Questions>(
  end: ChannelEnd,
  answers: RequestHandlers<Ours>,
): Channel<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const send = (message: Message) =>
    new Promise<void>((resolve, reject) => {
      if (!end.send) return reject(otherEnded())
      end.send(message, (error) => (error ? reject(error) : resolve()))
    })

  async function answer(id: number, question: string, input: unknown) {
    try {
      await send({ id, answer: await answers[question]?.(input) })
    } catch (error) {
      // If the other process has ended, no one waits for the answer.
      await send({ id, failure: error instanceof Error ? error.message : String(error) }).catch(() => {})
    }
  }

  end.on('message', (message) => {
    if ('question' in message) return void answer(message.id, message.question, message.input)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if ('failure' in message) asked?.reject(new Error(message.failure))
    else asked?.resolve(message.answer)
  })
  end.once('disconnect', () => {
    for (const asked of waiting.values()) asked.reject(otherEnded())
    waiting.clear()
  })

  return {
    ask(question, input) {
      const id = ++lastId
      const asked = Promise.withResolvers<unknown>()
      waiting.set(id, asked)
      send({ id, question, input }).catch((error) => {
        waiting.delete(id)
        asked.reject(error)
      })
      return asked.promise
    },
  }
}

const otherEnded = () => new Error('The other process has ended.')

import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { MediaFailure } from './failure.ts'
import { type Reply, type Request, type ThreadLimits, tasks } from './tasks.server.ts'
import { limitWasmMemory } from './wasmMemory.server.ts'

/** The thread that reads other people's files. See `createMediaWorker`. */
const limits: ThreadLimits = workerData
limitWasmMemory(limits.wasmMemory)
sharp.cache(false)

parentPort?.on('message', async (request: Request) => parentPort?.postMessage(await answer(request)))

async function answer({ task, args }: Request): Promise<Reply> {
  try {
    const perform = tasks[task] as (...args: unknown[]) => Promise<unknown>
    return { result: await perform(...args) }
  } catch (error) {
    const detail = error instanceof Error ? `${error.stack} ${error.cause ?? ''}` : String(error)
    if (error instanceof MediaFailure)
      return { failure: { message: error.message, retryable: error.retryable, detail } }
    return { failure: { message: 'This file could not be prepared.', retryable: true, detail } }
  }
}

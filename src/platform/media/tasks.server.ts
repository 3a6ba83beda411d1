import { processImage } from './image.server.ts'
import { processPdf } from './pdf.server.ts'
import { sniff } from './sniff.server.ts'

/** What the thread can be asked to do. Arguments and answers are copied between threads, so they are plain data. */
export const tasks = { sniff, processImage, processPdf }

export type Tasks = typeof tasks

export interface Request {
  task: keyof Tasks
  args: unknown[]
}

export type Reply = { result: unknown } | { failure: { message: string; retryable: boolean; detail: string } }

export interface ThreadLimits {
  /** Bytes of WebAssembly memory for one file. */
  wasmMemory: number
}

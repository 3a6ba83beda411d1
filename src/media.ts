import { isMainThread, Worker } from 'node:worker_threads'
import { MediaLimits, watchLimits } from '#platform/media/mediaProcess.media.ts'

/** The program that decodes files from strangers. The application starts it, with its limits as the only argument. */
const limits = MediaLimits.parse(JSON.parse(process.argv[2] ?? '{}'))

if (isMainThread) {
  const watch = new Worker(import.meta.filename, { argv: process.argv.slice(2) })
  // Not loaded by the thread that watches the limits.
  const { startTasks } = await import('./mediaTasks.media.ts')
  startTasks(limits, watch)
} else watchLimits(limits.maxRssBytes)

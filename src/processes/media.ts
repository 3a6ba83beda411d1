import { isMainThread, Worker } from 'node:worker_threads'
import { MediaLimits, watchLimits } from '#platform/media/serveMediaTasks.media.ts'

/** The program that decodes uploaded files. The application starts it, with its limits as the only argument. */
const limits = MediaLimits.parse(JSON.parse(process.argv[2] ?? '{}'))

if (isMainThread) {
  const watch = new Worker(import.meta.filename, { argv: process.argv.slice(2) })
  // The thread that watches the limits does not load these.
  const { startTasks } = await import('./startMediaTasks.media.ts')
  startTasks(limits, watch)
} else watchLimits(limits.maxRssBytes)

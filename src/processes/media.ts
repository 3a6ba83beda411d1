import { isMainThread, Worker } from 'node:worker_threads'
import { limitsFromArguments, watchLimits } from '#platform/media/mediaLimits.server.ts'

/** The program that decodes uploaded files. The application starts it, with its limits as the only arguments. */
const args = process.argv.slice(2)
const limits = limitsFromArguments(args)

if (isMainThread) {
  const watch = new Worker(import.meta.filename, { argv: args })
  // The thread that watches the limits does not load these.
  const { startTasks } = await import('./startMediaTasks.media.ts')
  startTasks(limits, watch)
} else watchLimits(limits.maxRssBytes)

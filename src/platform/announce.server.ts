import type { Services } from './services.server.ts'

/** Says where the application is: to a person on a plain start, to the log on a deployed one. */
export function announce({ env, log }: Services) {
  log.info({ url: env.APP_URL }, 'ready')
  if (!env.deployed) process.stdout.write(`\n  Property Files is ready: ${env.APP_URL}\n\n`)
}

import type { Services } from './services.server.ts'

/** Says where the application is: to a person on a plain start, to the log on a deployed one. */
export function announceUrl({ env, log }: Services, demo?: { email: string; password: string }) {
  log.info({ url: env.APP_URL }, 'ready')
  if (env.deployed) return
  process.stdout.write(`\n  Property Files is ready: ${env.APP_URL}\n`)
  if (demo) process.stdout.write(`  Sign in to the demo agency: ${demo.email} with the password ${demo.password}\n`)
  process.stdout.write('\n')
}

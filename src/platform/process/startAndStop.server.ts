import { type Services, useServices } from '../services.server.ts'
import type { Log } from '../telemetry/log.server.ts'
import type { DemoSignIn, Primary } from './primaryChannel.server.ts'

/** Prints why a start failed, or tells the primary if there is one, and leaves nothing running. */
export async function startOrExit<T>(
  start: () => Promise<T>,
  undo?: () => Promise<void>,
  primary?: Primary,
): Promise<T> {
  try {
    return await start()
  } catch (error) {
    await undo?.()
    const reason = startFailureReason(error)
    if (primary) await primary.ask('startFailed', { reason })
    else process.stderr.write(`Property Files cannot start: ${reason}\n`)
    process.exit(1)
  }
}

function startFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `port ${port} is in use. Set another one, for example: PORT=3001`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'CONNECT_TIMEOUT')
    return 'The database at DATABASE_URL doesn’t respond.'
  return error.cause instanceof Error ? startFailureReason(error.cause) : error.message
}

/** Prints the URL on a local start; logs it on a deployed one. */
export function announceUrl({ env, log }: Pick<Services, 'env' | 'log'>, demo?: DemoSignIn) {
  log.info({ url: env.APP_URL }, 'ready')
  if (env.deployed) return
  process.stdout.write(`\n  Property Files is ready: ${env.APP_URL}\n`)
  if (demo) process.stdout.write(`  Sign in to the demo agency: ${demo.email} with the password ${demo.password}\n`)
  process.stdout.write('\n')
}

const STOP_TIMEOUT_MS = 28_000

/** Stops everything in order on Ctrl-C, SIGTERM, or when the parent process dies. */
export function stopOnSignal(log: Log, drainSeconds: number, stop: () => Promise<void>, primary?: Primary) {
  let stopping = false
  const begin = async (reason: string, exitCode = 0) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    setTimeout(
      () => {
        log.error('stopping took too long')
        process.exit(1)
      },
      STOP_TIMEOUT_MS + drainSeconds * 1000,
    ).unref()
    try {
      await stop()
      log.info('stopped')
      process.exit(exitCode)
    } catch (err) {
      log.error({ err }, 'stopping failed')
      process.exit(1)
    }
  }
  // Ctrl-C reaches every process of the terminal; the primary then stops the others in order.
  process.on('SIGINT', () => primary || void begin('SIGINT'))
  process.on('SIGTERM', () => void begin('SIGTERM'))
  process.on('disconnect', () => void begin('disconnect'))
  // The primary died while this process was starting.
  if (primary && !process.connected) void begin('disconnect')
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception')
    void begin('uncaughtException', 1)
  })
}

const TIMEOUT_MS = 2_000

/** A database that does not respond in time counts as down. */
export async function isReady() {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref())
  return Promise.race([
    useServices()
      .isReady()
      .catch(() => false),
    timeout,
  ])
}

import type { Log } from './log.server.ts'

const STOP_TIMEOUT_MS = 28_000

/** Ctrl-C, SIGTERM, or the death of the script that started us: everything that was started is stopped, in order. */
export function stopOnSignal(log: Log, drainSeconds: number, stop: () => Promise<void>) {
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
  process.on('SIGINT', () => void begin('SIGINT'))
  process.on('SIGTERM', () => void begin('SIGTERM'))
  process.on('disconnect', () => void begin('disconnect'))
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception')
    void begin('uncaughtException', 1)
  })
}

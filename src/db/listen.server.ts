import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openConnection } from './connection.server.ts'

/** A listening connection may receive nothing for hours. A regular statement shows whether it is still alive. */
const CHECK_INTERVAL_MS = 10_000
const RECONNECT_DELAY_MS = 500

/** Listens on a separate connection, and reconnects when that is lost. */
export async function listenOn(
  config: pg.ClientConfig,
  channel: string,
  onNotification: (payload: string) => void,
  onConnect: () => void,
  onLost?: () => void,
) {
  let isClosed = false
  let client = await subscribe()

  async function subscribe() {
    const next = await openConnection(config)
    try {
      next.on('notification', ({ payload = '' }) => onNotification(payload))
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end()
      throw error
    }
    // A check that fails or times out ends the connection.
    const checks = setInterval(() => next.query('select 1').catch(() => {}), CHECK_INTERVAL_MS)
    next.once('end', () => {
      clearInterval(checks)
      onLost?.()
      void reconnect()
    })
    onConnect()
    return next
  }

  async function reconnect() {
    while (!isClosed)
      try {
        client = await subscribe()
        // Closed while connecting.
        if (isClosed) await client.end()
        return
      } catch {
        await pause(RECONNECT_DELAY_MS)
      }
  }

  return {
    /** Resolves when all notifications of transactions that have ended are received, or the connection is lost. */
    async settle() {
      await client.query('select 1').catch(() => {})
    },

    async close() {
      isClosed = true
      await client.end()
    },
  }
}

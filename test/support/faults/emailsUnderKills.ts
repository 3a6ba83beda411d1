import { rm } from 'node:fs/promises'
import { eventually } from '../eventually.ts'
import { freePort } from '../processes/app.ts'
import { openAppDatabase } from '../processes/appData.ts'
import { startScriptedSmtp } from '../servers/scriptedSmtp.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { startCrashingApp } from './crashingApp.ts'

export interface Kills {
  kills: number
  /** Otherwise the application makes its data in a new folder. It is removed at the end. */
  dataDir?: string
  /** For each step. After a kill, the jobs of the dead process are noticed within half a minute. */
  timeoutMs?: number
}

interface Sending extends Kills {
  /** Makes the people and what they are told, which goes out at once. Returns the addresses. */
  begin(url: string, dataDir: string): Promise<string[]>
  /** The queues that send it. */
  queues: string[]
}

/**
 * Kills the application (kill -9) again and again while it sends emails to many people. An email that was accepted but not marked when the
 * process died is delivered again as the same message, which email programs show once: `twice` counts people who got two messages,
 * `repeatedDeliveries` the rest.
 */
export async function sendUnderKills({ begin, queues, kills, dataDir, timeoutMs = 300_000 }: Sending) {
  const began = performance.now()
  const DATA_DIR = dataDir ?? (await temporaryFolder())
  const smtp = await startScriptedSmtp()
  const app = await startCrashingApp({
    ...{ PORT: String(await freePort()), DATA_DIR },
    ...{ SMTP_URL: smtp.url, MAIL_FROM: 'hello@example.nz' },
  })
  try {
    const emails = new Set(await begin(app.url, DATA_DIR))
    const deliveries = () => smtp.received.filter(({ mail }) => emails.has(mail.to?.[0]?.address ?? ''))
    for (let nth = 1; nth <= kills; nth++) {
      await eventually(() => deliveries().length >= (emails.size * nth) / (kills + 2), timeoutMs)
      await app.breakSomething('application')
    }
    const received = () => Map.groupBy(deliveries(), ({ mail }) => mail.to?.[0]?.address ?? '')
    await eventually(() => received().size === emails.size, timeoutMs).catch(() => undefined)
    // Anyone who would get a second email gets it now.
    await untilEmpty(DATA_DIR, queues, timeoutMs)
    const counts = [...emails].map(
      (email) =>
        new Set(
          received()
            .get(email)
            ?.map(({ mail }) => mail.messageId),
        ).size,
    )
    return {
      recipients: emails.size,
      missed: counts.filter((count) => count === 0).length,
      twice: counts.filter((count) => count > 1).length,
      repeatedDeliveries: deliveries().length - counts.reduce((sum, count) => sum + count, 0),
      kills: app.kills,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    await app.stop()
    await smtp.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function untilEmpty(dataDir: string, queues: string[], timeoutMs: number) {
  const { sql, close } = await openAppDatabase(dataDir)
  await eventually(async () => {
    const waiting = await sql`
      select id from pgboss.job where name = any(${queues}) and state in ('created', 'retry', 'active') limit 1`
    return waiting.length === 0
  }, timeoutMs).finally(close)
}

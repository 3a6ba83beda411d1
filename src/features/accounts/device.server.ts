import Bowser from 'bowser'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { device } from '#db/schema/device.ts'
import { hashToken } from '#platform/session.server.ts'

/** A browser in words a person recognises, such as "Safari on iPhone". */
export function describeDevice(userAgent: string) {
  if (!userAgent) return { device: 'Unknown device', kind: 'desktop' as const }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const place = platform.model || os.name
  const kind =
    platform.type === 'mobile'
      ? ('phone' as const)
      : platform.type === 'tablet'
        ? ('tablet' as const)
        : ('desktop' as const)
  return { device: [browser.name || 'Unknown browser', place && `on ${place}`].filter(Boolean).join(' '), kind }
}

/** Notes that this agent has used this browser; true if it is a new one beside others. */
export async function rememberDevice(db: Db, userId: string, deviceToken: string) {
  const tokenHash = hashToken(deviceToken)
  const known = await db.select({ tokenHash: device.tokenHash }).from(device).where(eq(device.userId, userId)).limit(1)
  const [added] = await db.insert(device).values({ userId, tokenHash }).onConflictDoNothing().returning()
  return known.length > 0 && added !== undefined
}

import { randomBytes } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type { Database, Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { visitorAddress, visitorSalt, visitorSeen } from '#db/schema/visitor.ts'

/** From then on nobody can tell who a hash was, or add to what it did. */
const KEPT_FOR = 48 * 3600_000

/** The random salt of a day in a time zone. Whoever needs it first makes it; every process gets the same. */
export function createSalts({ db }: Pick<Database, 'db'>) {
  const current = new Map<string, { day: string; salt: Promise<string> }>()

  return {
    find(moment: Date, timeZone: string) {
      const day = dayIn(timeZone, moment)
      const known = current.get(timeZone)
      if (known?.day === day) return known.salt
      const salt = findOrMake(db, `${day} ${timeZone}`)
      const entry = { day, salt }
      current.set(timeZone, entry)
      salt.catch(() => current.get(timeZone) === entry && current.delete(timeZone))
      forgetBefore(dayIn('UTC', new Date(moment.getTime() - KEPT_FOR)))
      return salt
    },
  }

  function forgetBefore(day: string) {
    for (const [timeZone, known] of current) if (known.day < day) current.delete(timeZone)
  }
}

export async function sweepVisitors(db: Db) {
  await db.delete(visitorSalt).where(lt(visitorSalt.createdAt, ago(KEPT_FOR)))
  await db.delete(visitorSeen).where(lt(visitorSeen.createdAt, ago(KEPT_FOR)))
  await db.delete(visitorAddress).where(lt(visitorAddress.createdAt, ago(KEPT_FOR)))
}

async function findOrMake(db: Db, day: string) {
  await db
    .insert(visitorSalt)
    .values({ day, salt: randomBytes(32).toString('hex') })
    .onConflictDoNothing()
  const [kept] = await db.select({ salt: visitorSalt.salt }).from(visitorSalt).where(eq(visitorSalt.day, day))
  if (!kept) throw new Error('The salt of the day is gone.')
  return kept.salt
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** "2026-11-15", as the calendar on that wall says. */
function dayIn(timeZone: string, moment: Date) {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(moment)
}

import { and, desc, eq, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Db } from '#db/client.server.ts'
import { buyerMessage } from '#db/schema/messages.ts'
import { moveListingDate } from '#features/listings/server/listingDates.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { MoveDateInput, ToldBuyers } from '../calendar.schema.ts'

/** Moves a date, and says whether buyers were told an earlier one: an email can't be taken back. */
export async function moveDate(db: Db, agent: Agent, move: z.infer<typeof MoveDateInput>) {
  const { version } = await moveListingDate(db, agent, move)
  return { version, told: await findToldBuyers(db, move.listingId, move.openHomeId ?? 'sale') }
}

/** The caller has checked whose listing it is. */
async function findToldBuyers(db: Db, listingId: string, calendarEntry: string): Promise<ToldBuyers | null> {
  const [found] = await db
    .select({ messageId: buyerMessage.id, startedAt: buyerMessage.startedAt, sendAt: buyerMessage.sendAt })
    .from(buyerMessage)
    .where(
      and(
        eq(buyerMessage.listingId, listingId),
        eq(buyerMessage.calendarEntry, calendarEntry),
        isNull(buyerMessage.cancelledAt),
      ),
    )
    .orderBy(desc(buyerMessage.createdAt))
    .limit(1)
  return found
    ? { messageId: found.messageId, at: found.startedAt ?? found.sendAt, isSent: found.startedAt !== null }
    : null
}

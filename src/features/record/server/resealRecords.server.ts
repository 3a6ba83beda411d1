import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { recordHead } from '#db/schema/record.ts'
import type { SealCount } from '#platform/secrets/reseal.server.ts'
import { isSealedByUs, sealHead } from './recordChain.server.ts'

const HEADS_PER_BATCH = 500

/** `isTrusted`: also those that have no seal of ours, once nobody can say any more whose seal they have. */
interface ResealOptions {
  isTrusted?: boolean
}

/**
 * Seals the ends of records again that have the seal of an earlier secret. One that has no seal of ours stays as it is: the daily check of records
 * reports it. An end that moves meanwhile is sealed by what moves it.
 */
export async function resealRecords(db: Db, isReseal: boolean, { isTrusted = false }: ResealOptions = {}) {
  const count: SealCount = { name: 'Records of listings', old: 0, unreadable: 0 }
  for (let after = ''; ; ) {
    const heads = await db
      .select()
      .from(recordHead)
      .where(gt(recordHead.listingId, after))
      .orderBy(asc(recordHead.listingId))
      .limit(HEADS_PER_BATCH)
    for (const head of heads) {
      const seal = sealHead(head)
      if (head.seal === seal) continue
      count.old += 1
      const isOurs = isSealedByUs(head)
      if (!isOurs) count.unreadable += 1
      if (isReseal && (isOurs || isTrusted))
        await db
          .update(recordHead)
          .set({ seal })
          .where(and(eq(recordHead.listingId, head.listingId), eq(recordHead.seal, head.seal)))
    }
    if (heads.length < HEADS_PER_BATCH) return count
    after = heads.at(-1)?.listingId ?? ''
  }
}

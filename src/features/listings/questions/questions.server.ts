import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { listing } from '#db/schema/listings.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { readQuestions, type UsualQuestions } from './questions.schema.ts'

/** What buyers of a listing are asked: its own questions, or else the agent's usual ones, or else the agency's. Needs all three in the query. */
export const askedQuestions = sql<unknown>`coalesce(${listing.questions}, nullif(${profile.questions}, '[]'), ${agency.questions})`

export async function listQuestions(db: Db, listingId: string) {
  const [found] = await db
    .select({ questions: askedQuestions })
    .from(listing)
    .innerJoin(agency, eq(agency.id, listing.agencyId))
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(eq(listing.id, listingId))
  return readQuestions(found?.questions)
}

/** Asked on every listing without its own questions, from now on. */
export async function saveUsualQuestions(db: Db, agent: Agent, { questions }: UsualQuestions) {
  await db
    .insert(profile)
    .values({ userId: agent.id, questions })
    .onConflictDoUpdate({ target: profile.userId, set: { questions, updatedAt: new Date() } })
}

import { sql } from 'drizzle-orm'
import { HOME_TIME_ZONE, profile } from '#db/schema/profile.ts'

/** The time zone in which an agent's days are cut, from a profile that may be missing. Another one that was chosen holds once all are cut anew. */
export const daysTimeZone = sql<string>`coalesce(${profile.daysTimeZone}, ${profile.timeZone}, ${HOME_TIME_ZONE})`

/** Which sums of an agent count. */
export const currentCut = (agentId: string) =>
  sql`coalesce((select ${profile.daysCut} from ${profile} where ${profile.userId} = ${agentId}), 0)`

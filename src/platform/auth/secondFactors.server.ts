import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { authenticator } from '#db/schema/secondFactors.ts'

/**
 * Whether a user can be asked for more than the password. The one definition. A column needs a query that joins tables: Drizzle leaves its
 * table out otherwise, and it would be the factor's own.
 */
export const hasSecondFactor = (userId: SQLWrapper | string): SQL<boolean> =>
  sql<boolean>`exists (select from ${authenticator} as factor where factor."userId" = ${userId} and factor."confirmedAt" is not null)`

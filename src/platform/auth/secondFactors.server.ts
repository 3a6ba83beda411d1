import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { agency, member } from '#db/schema/agencies.ts'
import { authenticator, passkey } from '#db/schema/signInMethods.ts'

/** A column needs a query that joins tables: Drizzle leaves its table out otherwise, and it would be the factor's own. */
type UserId = SQLWrapper | string

/** Whether a user can be asked for a code besides the password. */
export const hasAuthenticator = (userId: UserId): SQL<boolean> =>
  sql<boolean>`exists (select from ${authenticator} as app where app."userId" = ${userId} and app."confirmedAt" is not null)`

export const hasPasskey = (userId: UserId): SQL<boolean> =>
  sql<boolean>`exists (select from ${passkey} as "key" where "key"."userId" = ${userId})`

/** Whether a user has what an agency may require: an authenticator app or a passkey. The one definition. */
export const hasSecondFactor = (userId: UserId): SQL<boolean> =>
  sql<boolean>`(${hasAuthenticator(userId)} or ${hasPasskey(userId)})`

/** Whether the password alone is never enough: there is an authenticator app, or a passkey that counts as what an agency requires by now. */
export const needsSecondStep = (userId: UserId): SQL<boolean> =>
  sql<boolean>`(${hasAuthenticator(userId)} or (${hasPasskey(userId)} and exists (select from ${member} as place
    join ${agency} as office on office.id = place."agencyId" where place."userId" = ${userId} and office."secondFactorFrom" <= now())))`

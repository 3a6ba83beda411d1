import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { fromNow, now } from '#db/clock.server.ts'
import { passkeyChallenge } from '#db/schema/signInMethods.ts'
import { hashToken, newToken } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import { CHALLENGE_MS } from '../../../passkeys/passkeys.schema.ts'

type ChallengePurpose = (typeof passkeyChallenge.$inferSelect)['purpose']

/** What a challenge is good for, and the browser that asked for it. */
export interface ChallengeUse {
  purpose: ChallengePurpose
  /** The hash of a cookie that only this browser has: of its session, once someone is signed in. */
  browserHash: string
}

/** The same for a challenge that never existed, was used, has expired, or was given to another browser. */
const staleChallenge = () => new AppError('StaleChallenge', 401, 'That took too long. Please try again.')

export async function issueChallenge(db: Db, use: ChallengeUse) {
  const challenge = newToken()
  await db
    .insert(passkeyChallenge)
    .values({ challengeHash: hashToken(challenge), ...use, expiresAt: fromNow(CHALLENGE_MS) })
  return challenge
}

/** Atomic, and before anything else is checked: whatever comes of it, a challenge is answered once. */
export async function consumeChallenge(db: Db, { purpose, browserHash }: ChallengeUse, challenge: string) {
  const [used] = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challengeHash, hashToken(challenge)),
        eq(passkeyChallenge.purpose, purpose),
        eq(passkeyChallenge.browserHash, browserHash),
        gt(passkeyChallenge.expiresAt, now),
      ),
    )
    .returning({ purpose: passkeyChallenge.purpose })
  if (!used) throw staleChallenge()
}

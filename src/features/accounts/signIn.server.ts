import { eq } from 'drizzle-orm'
import { user } from '#db/schema/user.ts'
import { AppError } from '#platform/errors.ts'
import { limitKey } from '#platform/http/clientIp.server.ts'
import type { Services } from '#platform/services.server.ts'
import { closeSession, openSession } from '#platform/session.server.ts'
import type { Credentials } from './accounts.ts'
import { hashPassword, needsRehash, verifyPassword } from './password.server.ts'

const perAccount = { name: 'sign_in', points: 10, seconds: 15 * 60 }
const perAddress = { name: 'sign_in_address', points: 100, seconds: 15 * 60 }

/** One answer for a wrong password and for an unknown address, in words and in time. */
const wrongCredentials = () => new AppError('WrongCredentials', 401, 'The e-mail address or the password is not right.')

export interface Visit {
  clientIp: string
  userAgent: string
  /** What the browser held before: it is ended, so that a planted cookie never becomes a session. */
  oldToken?: string
}

/** Answers the token of a new session. Tries are counted by account and address, so nobody can lock the owner out. */
export async function signIn({ database: { db }, limits }: Services, { email, password }: Credentials, visit: Visit) {
  const address = limitKey(visit.clientIp)
  await limits.spend(perAddress, address)
  await limits.spend(perAccount, `${email} ${address}`)

  const [agent] = await db.select().from(user).where(eq(user.email, email))
  const isRight = await verifyPassword(password, agent?.password)
  if (!agent || !isRight || agent.archivedAt) throw wrongCredentials()

  await limits.forgive(perAccount, `${email} ${address}`)
  if (needsRehash(agent.password))
    await db
      .update(user)
      .set({ password: await hashPassword(password) })
      .where(eq(user.id, agent.id))
  if (visit.oldToken) await closeSession(db, visit.oldToken)
  return openSession(db, agent.id, visit.userAgent)
}

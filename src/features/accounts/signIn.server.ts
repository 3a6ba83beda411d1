import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/user.ts'
import { countAudit, writeAudit } from '#platform/audit/writeAudit.server.ts'
import { AppError } from '#platform/errors.ts'
import { limitKey } from '#platform/http/clientIp.server.ts'
import type { Services } from '#platform/services.server.ts'
import { type Agent, closeSession, openSession } from '#platform/session.server.ts'
import { newSignInMail } from './accounts.emails.tsx'
import type { Credentials } from './credentials.ts'
import { describeDevice, meetDevice } from './device.server.ts'
import { wants } from './mailPreferences.server.ts'
import { hashPassword, needsRehash, verifyPassword } from './password.server.ts'
import { readSettings } from './settings.server.ts'

const perAccount = { name: 'sign_in', points: 10, seconds: 15 * 60 }
const perAddress = { name: 'sign_in_address', points: 100, seconds: 15 * 60 }

/** One answer for a wrong password and for an unknown address, in words and in time. */
const wrongCredentials = () => new AppError('WrongCredentials', 401, 'The e-mail address or the password is not right.')

export interface Visit {
  clientIp: string
  userAgent: string
  /** What the browser held before: it is ended, so that a planted cookie never becomes a session. */
  oldToken?: string
  /** Names this browser for a year, so that only a new one is worth a mail. */
  deviceToken: string
}

/** Answers the token of a new session. Tries are counted by account and address, so nobody can lock the owner out. */
export async function signIn(services: Services, { email, password }: Credentials, visit: Visit) {
  const {
    database: { db },
    limits,
    log,
  } = services
  const address = limitKey(visit.clientIp)
  await limits.spend(perAddress, address)
  await limits.spend(perAccount, `${email} ${address}`)

  const [agent] = await db.select().from(user).where(eq(user.email, email))
  const isRight = await verifyPassword(password, agent?.password)
  if (!agent || !isRight || agent.archivedAt) {
    // Not waited for: the answer must take as long as for an address that nobody has.
    if (agent) countAudit(db, agent.id, 'sign_in_failed').catch((err) => log.error({ err }, 'audit'))
    throw wrongCredentials()
  }

  await limits.forgive(perAccount, `${email} ${address}`)
  if (needsRehash(agent.password))
    await db
      .update(user)
      .set({ password: await hashPassword(password) })
      .where(eq(user.id, agent.id))
  if (visit.oldToken) await closeSession(db, visit.oldToken)
  return db.transaction(async (tx) => {
    if (await meetDevice(tx, agent.id, visit.deviceToken)) await tellOfNewDevice(services, tx, agent, visit)
    await writeAudit(tx, agent.id, 'signed_in', {})
    return openSession(tx, agent.id, visit.userAgent)
  })
}

async function tellOfNewDevice({ mailer, env }: Services, tx: Db, agent: Agent, { userAgent }: Visit) {
  if (!(await wants(tx, agent.id, 'new_sign_in'))) return
  const { timeZone } = await readSettings(tx, agent)
  const moment = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    new Date(),
  )
  await mailer.post(tx, { to: agent.email, ...newSignInMail(describeDevice(userAgent).device, moment, env.APP_URL) })
}

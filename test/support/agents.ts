import type { Db } from '../../src/db/client.server.ts'
import { user } from '../../src/db/schema/accounts.ts'
import { newId } from '../../src/db/schema/columns.ts'
import { hashPassword } from '../../src/features/accounts/server/signIn/passwords.server.ts'
import { call } from './call.ts'

export const PASSWORD = 'correct horse battery staple'

let hashed: Promise<string> | undefined
/** Slow on purpose, and the same for everybody here. */
export const passwordHash = () => {
  hashed ??= hashPassword(PASSWORD)
  return hashed
}

/** An agent who can sign in, with an address that no other test uses. */
export async function createAgent(db: Db, fields: Partial<typeof user.$inferInsert> = {}) {
  const id = newId('user')
  const values = {
    id,
    email: `${id}@example.nz`,
    password: await passwordHash(),
    subscriptionActive: true,
    ...fields,
  }
  const [agent] = await db.insert(user).values(values).returning()
  if (!agent) throw new Error('The agent was not stored.')
  return agent
}

/** The value for a Cookie header of a browser in which this agent has signed in. */
export async function signInAs(url: string, email: string, password = PASSWORD) {
  const { status, headers, text } = await call(url, 'login', { method: 'POST', data: { email, password } })
  if (status !== 200) throw new Error(`Signing in failed with ${status}: ${text}`)
  return cookiesOf(headers)
}

export const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { token } from '#db/schema/token.ts'
import { user } from '#db/schema/user.ts'
import { createAgent, PASSWORD, signInAs } from '../../../test/support/agents.ts'
import { useDeployedApp } from '../../../test/support/deployed.ts'
import { linkMailedTo, mailTo } from '../../../test/support/mailbox.ts'
import { signedInAgent } from '../../../test/support/settings.ts'
import { issueToken } from './tokens.server.ts'

const parts = useDeployedApp()

const newAddress = (name: string) => `${name}-${Date.now()}@example.nz`

/** Asks for the address and answers the token of the link that arrived there. */
async function ask({ post }: Awaited<ReturnType<typeof signedInAgent>>, email: string) {
  expect((await post('requestEmailChange', { email, password: PASSWORD })).status).toBe(200)
  const link = await linkMailedTo(parts.app.dataDir, email.trim().toLowerCase(), '/portal/settings')
  return new URL(link).searchParams.get('confirmEmail')
}

test('a wrong password is refused beside its field, and no mail goes out', async () => {
  const { get, post } = await signedInAgent(parts)
  const email = newAddress('refused')
  const { status, error } = await post('requestEmailChange', { email, password: 'not mine' })
  expect(status).toBe(400)
  expect(error).toMatchObject({ fields: { password: expect.any(String) } })
  expect((await get('fetchSettings')).result).toMatchObject({ pendingEmail: null })
  expect(await mailTo(parts.app.dataDir, email)).toEqual([])
})

test('the address changes when it is confirmed, not before, and only once', async () => {
  const mine = await signedInAgent(parts)
  const email = newAddress('moved')
  const value = await ask(mine, ` ${email.toUpperCase()} `)
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email: mine.agent.email, pendingEmail: email })

  // Mail scanners open links: that alone must change nothing.
  for (let times = 0; times < 3; times++)
    await fetch(`${parts.url}/portal/settings?confirmEmail=${value}`, { headers: { cookie: mine.cookie } })
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email: mine.agent.email })

  expect((await mine.post('confirmEmailChange', { token: value })).status).toBe(200)
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email, emailVerified: true, pendingEmail: null })
  await expect(signInAs(parts.url, email)).resolves.toContain('session=')
  await expect(signInAs(parts.url, mine.agent.email)).rejects.toThrow('401')
  expect((await mine.post('confirmEmailChange', { token: value })).status).toBe(400)
})

test('the link works for nobody else, and still for its owner after that', async () => {
  const mine = await signedInAgent(parts)
  const rival = await signedInAgent(parts)
  const value = await ask(mine, newAddress('astray'))
  const [other, missing] = [
    await rival.post('confirmEmailChange', { token: value }),
    await rival.post('confirmEmailChange', { token: 'never-was' }),
  ]
  expect([other.status, missing.status]).toEqual([400, 400])
  expect(other.text).toBe(missing.text)
  expect((await rival.get('fetchSettings')).result).toMatchObject({ email: rival.agent.email })
  expect((await mine.post('confirmEmailChange', { token: value })).status).toBe(200)
})

test('an old link and one that a newer replaced are dead', async () => {
  const mine = await signedInAgent(parts)
  const first = await ask(mine, newAddress('first'))
  const second = await ask(mine, newAddress('second'))
  expect((await mine.post('confirmEmailChange', { token: first })).status).toBe(400)
  const past = { expiresAt: new Date(Date.now() - 60_000) }
  await parts.database.db.update(token).set(past).where(eq(token.userId, mine.agent.id))
  expect((await mine.post('confirmEmailChange', { token: second })).status).toBe(400)
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email: mine.agent.email, pendingEmail: null })
})

test('an address that somebody else has is a conflict, told only to whoever can read its mail', async () => {
  const mine = await signedInAgent(parts)
  const holder = await createAgent(parts.database.db)
  const value = await ask(mine, holder.email)
  const { status, error } = await mine.post('confirmEmailChange', { token: value })
  expect(status).toBe(409)
  expect(error).toMatchObject({ name: 'AddressInUse' })
  const [row] = await parts.database.db.select().from(user).where(eq(user.id, mine.agent.id))
  expect(row?.email).toBe(mine.agent.email)
})

test('of eight agents who confirm one address at the same moment, one gets it', async () => {
  const email = newAddress('contested')
  const agents = await Promise.all(Array.from({ length: 8 }, () => signedInAgent(parts)))
  const { db } = parts.database
  const tokens = await Promise.all(agents.map(({ agent }) => issueToken(db, 'change_email', agent.id, email)))
  const answers = await Promise.all(agents.map(({ post }, i) => post('confirmEmailChange', { token: tokens[i] })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { profile, token, user } from '#db/schema/accounts.ts'
import {
  callsWithCookie,
  createAgent,
  createSignedInAgent,
  PASSWORD,
  signInAs,
} from '../../../../../test/fixtures/agents.ts'
import { emailsTo, waitForEmailedLink } from '../../../../../test/fixtures/emails.ts'
import { call } from '../../../../../test/support/call.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../test/support/processes/deployedApp.ts'
import { issueToken } from './emailedTokens.server.ts'

const parts = useDeployedApp()

const newAddress = (name: string) => `${name}-${Date.now()}@example.nz`

/** Asks for the address and answers the token of the link that arrived there. */
async function ask({ post }: Awaited<ReturnType<typeof createSignedInAgent>>, email: string) {
  expect((await post('requestEmailChange', { email, password: PASSWORD })).status).toBe(200)
  const link = await waitForEmailedLink(parts.app.dataDir, email.trim().toLowerCase(), '/portal/settings')
  return new URL(link).searchParams.get('confirmEmail')
}

test('a wrong password is an error on its field, and no email is sent', async () => {
  const { get, post } = await createSignedInAgent(parts)
  const email = newAddress('refused')
  const { status, error } = await post('requestEmailChange', { email, password: 'not mine' })
  expect(status).toBe(400)
  expect(error).toMatchObject({ fields: { password: expect.any(String) } })
  expect((await get('fetchSettings')).result).toMatchObject({ pendingEmail: null })
  expect(await emailsTo(parts.app.dataDir, email)).toEqual([])
})

test('the address changes when it is confirmed, not before, and only once', async () => {
  const mine = await createSignedInAgent(parts)
  const email = newAddress('moved')
  const value = await ask(mine, ` ${email.toUpperCase()} `)
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email: mine.agent.email, pendingEmail: email })

  // Email scanners open links, which must change nothing.
  for (let times = 0; times < 3; times++)
    await fetch(`${parts.url}/portal/settings?confirmEmail=${value}`, { headers: { cookie: mine.cookie } })
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email: mine.agent.email })

  expect((await mine.post('confirmEmailChange', { token: value })).status).toBe(200)
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email, emailVerified: true, pendingEmail: null })
  await expect(signInAs(parts.url, email)).resolves.toContain('session=')
  await expect(signInAs(parts.url, mine.agent.email)).rejects.toThrow('401')
  expect((await mine.post('confirmEmailChange', { token: value })).status).toBe(400)
})

test('the link does not work for another agent, and still works for its owner after that', async () => {
  const mine = await createSignedInAgent(parts)
  const otherAgent = await createSignedInAgent(parts)
  const value = await ask(mine, newAddress('astray'))
  const [other, missing] = [
    await otherAgent.post('confirmEmailChange', { token: value }),
    await otherAgent.post('confirmEmailChange', { token: 'never-was' }),
  ]
  expect([other.status, missing.status]).toEqual([400, 400])
  expect(other.text).toBe(missing.text)
  expect((await otherAgent.get('fetchSettings')).result).toMatchObject({ email: otherAgent.agent.email })
  expect((await mine.post('confirmEmailChange', { token: value })).status).toBe(200)
})

test('an expired link and one replaced by a newer link do not work', async () => {
  const mine = await createSignedInAgent(parts)
  const first = await ask(mine, newAddress('first'))
  const second = await ask(mine, newAddress('second'))
  expect((await mine.post('confirmEmailChange', { token: first })).status).toBe(400)
  const past = { expiresAt: new Date(Date.now() - 60_000) }
  await parts.database.db.update(token).set(past).where(eq(token.userId, mine.agent.id))
  expect((await mine.post('confirmEmailChange', { token: second })).status).toBe(400)
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email: mine.agent.email, pendingEmail: null })
})

test('an address that another agent has is a conflict, shown only to someone who can read its email', async () => {
  const mine = await createSignedInAgent(parts)
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
  const agents = await Promise.all(Array.from({ length: 8 }, () => createSignedInAgent(parts)))
  const { db } = parts.database
  const tokens = await Promise.all(agents.map(({ agent }) => issueToken(db, 'change_email', agent.id, email)))
  const answers = await Promise.all(agents.map(({ post }, i) => post('confirmEmailChange', { token: tokens[i] })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
})

const subjectsTo = async (email: string) => (await emailsTo(parts.app.dataDir, email)).map(({ subject }) => subject)
const resetWith = (value: string | null) =>
  call(parts.url, 'resetPassword', { method: 'POST', data: { token: value, password: 'a new one' } })

test('threat 91: the old address gets an email about the request and the change, and links sent there no longer work', async () => {
  const mine = await createSignedInAgent(parts)
  const { db } = parts.database
  const value = await ask(mine, newAddress('away'))
  await eventually(async () => (await subjectsTo(mine.agent.email)).length === 1)
  const [asked] = await emailsTo(parts.app.dataDir, mine.agent.email)
  expect(asked?.subject).toBe('Someone asked to change your email address')
  expect(asked?.text).toContain(`${parts.url}/reset-password`)

  const reset = await issueToken(db, 'reset_password', mine.agent.id)
  const checkout = await issueToken(db, 'confirm_checkout', mine.agent.id, 'cs_waiting')
  expect((await mine.post('confirmEmailChange', { token: value })).status).toBe(200)
  expect((await resetWith(reset)).status).toBe(400)
  expect((await call(parts.url, 'confirmCheckout', { method: 'POST', data: { token: checkout } })).error).toMatchObject(
    { fields: { token: 'expired' } },
  )
  await eventually(async () => (await subjectsTo(mine.agent.email)).length === 2)
  const [told] = await emailsTo(parts.app.dataDir, mine.agent.email)
  expect(told?.subject).toBe('Your email address was changed')
  expect(told?.text).toContain('reply to this email straight away')
  await expect(signInAs(parts.url, mine.agent.email)).rejects.toThrow('401')
})

test('threat 91: a new password stops a change of the address that was not confirmed yet', async () => {
  const mine = await createSignedInAgent(parts)
  const value = await ask(mine, newAddress('stopped'))
  await mine.post('changePassword', { oldPassword: PASSWORD, newPassword: 'rata street kettle' })
  expect((await mine.post('confirmEmailChange', { token: value })).status).toBe(400)
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email: mine.agent.email, pendingEmail: null })
})

test('threat 11: a link to change the address does not reset the password, and a reset link does not change the address', async () => {
  const mine = await createSignedInAgent(parts)
  const { db } = parts.database
  const change = await issueToken(db, 'change_email', mine.agent.id, newAddress('crossed'))
  const reset = await issueToken(db, 'reset_password', mine.agent.id, newAddress('crossed'))
  const refused = [await resetWith(change), await mine.post('confirmEmailChange', { token: reset })]
  expect(refused.map(({ status }) => status)).toEqual([400, 400])
  expect((await mine.get('fetchSettings')).result).toMatchObject({ email: mine.agent.email })
  await expect(signInAs(parts.url, mine.agent.email)).resolves.toContain('session=')
  // Using it in the wrong place did not use it up.
  expect((await mine.post('confirmEmailChange', { token: change })).status).toBe(200)
})

const NEW = 'rata street kettle morning'

test('a wrong current password is an error on its field, and changes nothing', async () => {
  const { agent, post } = await createSignedInAgent(parts)
  const { status, error } = await post('changePassword', { oldPassword: 'not mine', newPassword: NEW })
  expect(status).toBe(400)
  expect(error).toMatchObject({ fields: { oldPassword: expect.any(String) } })
  await expect(signInAs(parts.url, agent.email)).resolves.toContain('session=')
})

test('guessing the current password is limited, and the error says when to try again', async () => {
  const { post } = await createSignedInAgent(parts)
  const guess = () => post('changePassword', { oldPassword: 'not mine', newPassword: NEW })
  for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(400)
  const { status, headers } = await guess()
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a new password ends the other sessions, voids reset links and keeps this browser signed in', async () => {
  const { agent, get, post } = await createSignedInAgent(parts)
  const { db } = parts.database
  const other = callsWithCookie(parts.url, await signInAs(parts.url, agent.email))
  await issueToken(db, 'reset_password', agent.id)

  expect((await post('changePassword', { oldPassword: PASSWORD, newPassword: NEW })).status).toBe(200)
  expect((await get('fetchSettings')).status).toBe(200)
  expect((await other.get('fetchSettings')).status).toBe(401)
  // The one by which a sign-in is disowned goes on: the new password may be a thief’s.
  expect(await db.select().from(token).where(eq(token.userId, agent.id))).toMatchObject([{ purpose: 'not_me' }])
  await expect(signInAs(parts.url, agent.email)).rejects.toThrow('401')
  await expect(signInAs(parts.url, agent.email, NEW)).resolves.toContain('session=')
})

test('threat 91: security emails cannot be switched off, and are sent to agents who once switched them off', async () => {
  const { agent, post } = await createSignedInAgent(parts)
  for (const kind of ['password_changed', 'new_sign_in'])
    expect((await post('saveEmailPreferences', { mutedEmails: [kind] })).status).toBe(400)
  const mutedEmails = ['password_changed', 'new_sign_in']
  await parts.database.db.insert(profile).values({ userId: agent.id, mutedEmails })
  await signInAs(parts.url, agent.email)
  await post('changePassword', { oldPassword: PASSWORD, newPassword: NEW })

  const subjects = async () => (await emailsTo(parts.app.dataDir, agent.email)).map(({ subject }) => subject)
  await eventually(async () => (await subjects()).length === 2)
  expect((await subjects()).toSorted()).toEqual(['New sign-in to your account', 'Your password was changed'])
})

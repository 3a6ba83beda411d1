import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { profile, token } from '#db/schema/accounts.ts'
import { callsWithCookie, createSignedInAgent, PASSWORD, signInAs } from '../../../../../../test/fixtures/agents.ts'
import { emailsTo } from '../../../../../../test/fixtures/emails.ts'
import { eventually } from '../../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../../test/support/processes/deployedApp.ts'
import { issueToken } from '../emailedTokens.server.ts'

const parts = useDeployedApp()
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

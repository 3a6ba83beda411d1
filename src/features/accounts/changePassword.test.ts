import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { token } from '#db/schema/token.ts'
import { PASSWORD, signInAs } from '../../../test/support/agents.ts'
import { useDeployedApp } from '../../../test/support/deployed.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { mailTo } from '../../../test/support/mailbox.ts'
import { callsWith, signedInAgent } from '../../../test/support/settings.ts'
import { issueToken } from './tokens.server.ts'

const parts = useDeployedApp()
const NEW = 'rata street kettle morning'

test('a wrong old password is refused beside its field, and changes nothing', async () => {
  const { agent, post } = await signedInAgent(parts)
  const { status, error } = await post('changePassword', { oldPassword: 'not mine', newPassword: NEW })
  expect(status).toBe(400)
  expect(error).toMatchObject({ fields: { oldPassword: expect.any(String) } })
  await expect(signInAs(parts.url, agent.email)).resolves.toContain('session=')
})

test('guessing the old password is stopped, with a time to come back', async () => {
  const { post } = await signedInAgent(parts)
  const guess = () => post('changePassword', { oldPassword: 'not mine', newPassword: NEW })
  for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(400)
  const { status, headers } = await guess()
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a new password ends the other sessions, voids reset links, and keeps this browser', async () => {
  const { agent, get, post } = await signedInAgent(parts)
  const { db } = parts.database
  const other = callsWith(parts.url, await signInAs(parts.url, agent.email))
  await issueToken(db, 'reset_password', agent.id)

  expect((await post('changePassword', { oldPassword: PASSWORD, newPassword: NEW })).status).toBe(200)
  expect((await get('fetchSettings')).status).toBe(200)
  expect((await other.get('fetchSettings')).status).toBe(401)
  expect(await db.select().from(token).where(eq(token.userId, agent.id))).toEqual([])
  await expect(signInAs(parts.url, agent.email)).rejects.toThrow('401')
  await expect(signInAs(parts.url, agent.email, NEW)).resolves.toContain('session=')
})

test('a kind of mail that was switched off is not sent, and is again when it is switched on', async () => {
  const { agent, post } = await signedInAgent(parts)
  await post('saveMailPreferences', { mutedMails: ['password_changed'] })
  await post('changePassword', { oldPassword: PASSWORD, newPassword: NEW })
  await post('saveMailPreferences', { mutedMails: ['new_lead'] })
  await post('changePassword', { oldPassword: NEW, newPassword: PASSWORD })

  await eventually(async () => (await mailTo(parts.app.dataDir, agent.email)).length > 0)
  // The first, had it been sent, was in the queue before the second.
  const subjects = (await mailTo(parts.app.dataDir, agent.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['Your password was changed'])
})

test('nobody is told of a new sign-in who does not want to know', async () => {
  const { agent, post } = await signedInAgent(parts)
  await post('saveMailPreferences', { mutedMails: ['new_sign_in'] })
  await signInAs(parts.url, agent.email)
  await post('saveMailPreferences', { mutedMails: [] })
  await signInAs(parts.url, agent.email)

  await eventually(async () => (await mailTo(parts.app.dataDir, agent.email)).length > 0)
  const subjects = (await mailTo(parts.app.dataDir, agent.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['New sign-in to your account'])
})

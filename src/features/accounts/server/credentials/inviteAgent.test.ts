import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { token } from '#db/schema/accounts.ts'
import { parseEnv } from '#platform/config/env.server.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { EMAILS, ROW_REFUSED, whileRefusingRows } from '../../../../../test/support/database.ts'
import { openTestMailer, type TestMailer } from '../../../../../test/support/services/testMailer.tsx'
import { requireToken } from './emailedTokens.server.ts'
import { inviteToSetPassword } from './setPassword.server.ts'

const DAY_MS = 24 * 3600 * 1000
let mailroom: TestMailer
beforeAll(async () => {
  mailroom = await openTestMailer()
})
afterAll(() => mailroom.close())

const env = { ...parseEnv({ APP_URL: 'https://files.example.nz' }), APP_SECRET: 'x'.repeat(32) }

test('a new agent gets an email whose link creates the password within seven days', async () => {
  const { db } = mailroom.database
  const agent = await createAgent(db)
  await db.transaction((tx) => inviteToSetPassword({ mailer: mailroom.mailer, env }, tx, agent))

  const { mail } = await mailroom.nextAccepted()
  expect(mail.subject).toBe('Welcome to Property Files: create your password')
  expect(mail.to?.[0]?.address).toBe(agent.email)
  const [, value = ''] = /https:\/\/files\.example\.nz\/reset-password\/([\w-]+)/.exec(mail.text ?? '') ?? []
  const { userId, expiresAt } = await requireToken(db, 'reset_password', value)
  expect(userId).toBe(agent.id)
  expect(Math.round((expiresAt.getTime() - Date.now()) / DAY_MS)).toBe(7)
  expect(mail.text).toContain('within the next 7 days')
})

test('an invitation fails, and no link is stored, when PostgreSQL refuses its email', async () => {
  const { db } = mailroom.database
  const agent = await createAgent(db)
  await whileRefusingRows(mailroom.database, EMAILS, () =>
    expect(
      db.transaction((tx) => inviteToSetPassword({ mailer: mailroom.mailer, env }, tx, agent)),
    ).rejects.toMatchObject(ROW_REFUSED),
  )
  expect(await db.$count(token, eq(token.userId, agent.id))).toBe(0)
})

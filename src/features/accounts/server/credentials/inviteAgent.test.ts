import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '#platform/config/env.server.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { openTestMailer, type TestMailer } from '../../../../../test/support/services/testMailer.tsx'
import { requireToken } from './emailedTokens.server.ts'
import { inviteToSetPassword } from './resetPassword.server.ts'

const DAY_MS = 24 * 3600 * 1000
let mailroom: TestMailer
beforeAll(async () => {
  mailroom = await openTestMailer()
})
afterAll(() => mailroom.close())

test('a new agent gets an email whose link creates the password within seven days', async () => {
  const { db } = mailroom.database
  const env = { ...parseEnv({ APP_URL: 'https://files.example.nz' }), APP_SECRET: 'x'.repeat(32) }
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

import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '#platform/env.server.ts'
import { createAgent } from '../../../test/support/agents.ts'
import { type Mailroom, openMailroom } from '../../../test/support/mailroom.tsx'
import { inviteToSetPassword } from './invite.server.ts'
import { findToken } from './tokens.server.ts'

let mailroom: Mailroom
beforeAll(async () => {
  mailroom = await openMailroom()
})
afterAll(() => mailroom.close())

test('a new agent gets a mail whose link sets the password', async () => {
  const { db } = mailroom.database
  const env = { ...parseEnv({ APP_URL: 'https://files.example.nz' }), APP_SECRET: 'x'.repeat(32) }
  const agent = await createAgent(db)
  await db.transaction((tx) => inviteToSetPassword({ mailer: mailroom.mailer, env }, tx, agent))

  const { mail } = await mailroom.nextAccepted()
  expect(mail.subject).toBe('Welcome to Property Files: set your password')
  expect(mail.to?.[0]?.address).toBe(agent.email)
  const [, value = ''] = /https:\/\/files\.example\.nz\/reset-password\/([\w-]+)/.exec(mail.text ?? '') ?? []
  expect(await findToken(db, 'reset_password', value)).toMatchObject({ userId: agent.id })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { profile } from '../../../db/schema/accounts.ts'
import { readEmailChoice, saveEmailChoice, unsubscribeUrl } from './emailChoice.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

async function createAgentWithLink(...kind: Parameters<typeof unsubscribeUrl>[2][]) {
  const agent = await createAgent(opened.database.db)
  const keys = kind.map((one) => unsubscribeUrl(opened.services.env, agent.id, one).split('/').at(-1) ?? '')
  const muted = async () => {
    const [row] = await opened.database.db.select().from(profile).where(eq(profile.userId, agent.id))
    return row?.mutedEmails ?? []
  }
  return { keys, muted }
}

test('the link in an email switches that type of email off, and on again', async () => {
  const { keys, muted } = await createAgentWithLink('morning_list', 'new_lead')
  const [morning = '', lead = ''] = keys
  expect(await readEmailChoice(opened.services, morning)).toMatchObject({ title: 'Who to ring today', isOn: true })
  await saveEmailChoice(opened.services, morning, false)
  await saveEmailChoice(opened.services, lead, false)
  // Twice is the same as once.
  await saveEmailChoice(opened.services, lead, false)
  expect(await muted()).toEqual(['morning_list', 'new_lead'])
  expect(await readEmailChoice(opened.services, morning)).toMatchObject({ isOn: false })
  await saveEmailChoice(opened.services, morning, true)
  expect(await muted()).toEqual(['new_lead'])
})

test('threat 125: a link that we did not sign switches nothing off', async () => {
  const { keys, muted } = await createAgentWithLink('new_lead')
  const [key = ''] = keys
  for (const forged of [key.replace('new_lead', 'export_ready'), `${key}x`, key.slice(0, -1), '', 'a.b.c', 'security'])
    await expect(saveEmailChoice(opened.services, forged, false)).rejects.toMatchObject({ status: 404 })
  expect(await muted()).toEqual([])
})

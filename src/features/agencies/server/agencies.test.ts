import { expect, test } from 'vitest'
import { createAgency } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { readCurrentAgency } from './agencies.server.ts'

test('every member sees who works in their agency, and nobody of another one', async () => {
  const { db } = await freshDatabase()
  const { owner, manager, agent, colleague, assistant } = await createAgency(db)
  await createAgent(db)
  const seen = await readCurrentAgency(db, assistant)
  expect(seen).toMatchObject({ id: owner.agencyId, role: 'assistant', userId: assistant.id, actsFor: [agent.id] })
  expect(new Map(seen.members.map(({ id, role }) => [id, role]))).toEqual(
    new Map([owner, manager, agent, colleague, assistant].map(({ id, role }) => [id, role])),
  )
  expect(seen.agencies).toEqual([{ id: owner.agencyId, name: seen.name }])
})

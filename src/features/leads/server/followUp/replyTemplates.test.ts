import { expect, test } from 'vitest'
import { createAgency } from '../../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { freshDatabase } from '../../../../../test/support/database.ts'
import { MAX_TEMPLATES, SaveTemplateInput, TemplateFields } from '../../followUp/followUp.schema.ts'
import { defaultTemplates, fillTemplate } from '../../followUp/replyTemplates.ts'
import { deleteReplyTemplate, listReplyTemplates, saveReplyTemplate } from './replyTemplates.server.ts'

const thanks = { name: 'Thanks', subject: 'Hello {first name}', body: 'Thanks for asking.' }

test('an agent adds, changes and deletes templates, sorted by name', async () => {
  const { db } = await freshDatabase()
  const agent = await createAgent(db)
  const { id } = await saveReplyTemplate(db, agent, thanks)
  await saveReplyTemplate(db, agent, { ...thanks, name: 'invitation' })
  await saveReplyTemplate(db, agent, { id, ...thanks, subject: 'Kia ora' })
  expect(await listReplyTemplates(db, agent)).toMatchObject([{ name: 'invitation' }, { id, subject: 'Kia ora' }])
  await deleteReplyTemplate(db, agent, id)
  expect(await listReplyTemplates(db, agent)).toMatchObject([{ name: 'invitation' }])
})

test('another agent’s template is not found', async () => {
  const { db } = await freshDatabase()
  const [agent, otherAgent] = [await createAgent(db), await createAgent(db)]
  const { id } = await saveReplyTemplate(db, otherAgent, thanks)
  expect(await listReplyTemplates(db, agent)).toEqual([])
  await expect(saveReplyTemplate(db, agent, { id, ...thanks, name: 'Mine' })).rejects.toMatchObject({ status: 404 })
  await expect(deleteReplyTemplate(db, agent, id)).rejects.toMatchObject({ status: 404 })
  expect(await listReplyTemplates(db, otherAgent)).toMatchObject([{ name: 'Thanks' }])
})

test('a template of the agency is changed by managers and used by everyone in it', async () => {
  const { db } = await freshDatabase()
  const { owner, manager, agent, assistant } = await createAgency(db)
  const outsider = await createAgent(db)
  const shared = { ...thanks, isShared: true }
  const { id } = await saveReplyTemplate(db, manager, shared)
  await saveReplyTemplate(db, agent, { ...thanks, name: 'Zoe’s own' })
  expect(await listReplyTemplates(db, agent)).toMatchObject([
    { name: 'Zoe’s own', isShared: false },
    { name: 'Thanks', isShared: true },
  ])
  expect(await listReplyTemplates(db, owner)).toMatchObject([{ id, isShared: true }])
  expect(await listReplyTemplates(db, outsider)).toEqual([])
  for (const one of [agent, assistant]) {
    await expect(saveReplyTemplate(db, one, shared)).rejects.toMatchObject({ status: 403 })
    await expect(saveReplyTemplate(db, one, { id, ...shared, name: 'Mine' })).rejects.toMatchObject({ status: 403 })
    await expect(deleteReplyTemplate(db, one, id)).rejects.toMatchObject({ status: 403 })
  }
  await expect(deleteReplyTemplate(db, outsider, id)).rejects.toMatchObject({ status: 404 })
  await expect(saveReplyTemplate(db, outsider, { id, ...shared })).rejects.toMatchObject({ status: 404 })
  // Not even the manager who wrote it can make it their own.
  await expect(saveReplyTemplate(db, manager, { id, ...thanks })).rejects.toMatchObject({ status: 404 })
  await saveReplyTemplate(db, owner, { id, ...shared, subject: 'Kia ora' })
  expect(await listReplyTemplates(db, assistant)).toMatchObject([{ id, subject: 'Kia ora' }])
  await deleteReplyTemplate(db, owner, id)
  expect(await listReplyTemplates(db, manager)).toEqual([])
})

test('the limit holds for two at once', async () => {
  const { db } = await freshDatabase()
  const agent = await createAgent(db)
  for (let n = 1; n < MAX_TEMPLATES; n++) await saveReplyTemplate(db, agent, thanks)
  const results = await Promise.allSettled([saveReplyTemplate(db, agent, thanks), saveReplyTemplate(db, agent, thanks)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await listReplyTemplates(db, agent)).toHaveLength(MAX_TEMPLATES)
})

test('a template has the buyer’s name and the listing in its places, and keeps what it does not know', () => {
  const values = {
    'first name': 'Mere',
    listing: '12 {agent} Street',
    agent: 'Aroha',
    'link to listing': 'https://x.nz',
  }
  expect(fillTemplate('Hi {first name}, {LISTING}: {link to listing}. {agent} {offer} {', values)).toBe(
    'Hi Mere, 12 {agent} Street: https://x.nz. Aroha {offer} {',
  )
})

test('a subject is one line, and what is offered can be saved', () => {
  expect(SaveTemplateInput.safeParse({ ...thanks, subject: 'Hello\r\nBcc: x@example.nz' }).success).toBe(false)
  for (const template of defaultTemplates) expect(TemplateFields.safeParse(template).success).toBe(true)
})

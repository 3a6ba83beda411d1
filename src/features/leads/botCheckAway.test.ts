import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lead } from '#db/schema/lead.ts'
import { emptyDescription } from '#features/listings/description/description.ts'
import { publishListing } from '#features/listings/listingStates.server.ts'
import { createListing } from '#features/listings/writeListing.server.ts'
import { createAgent } from '../../../test/support/agents.ts'
import { openServices } from '../../../test/support/services.ts'
import { DEFAULT_NOTE } from './defaultNote.ts'
import { receiveLead } from './receiveLead.server.ts'

test('threat 51: when the bot check’s provider is away, a lead is kept', async () => {
  const { services, database, close } = await openServices()
  onTestFinished(close)
  const agent = await createAgent(database.db)
  const words = { title: 'Rata Street', subtitle: '', description: emptyDescription }
  const { id: listingId } = await createListing(database.db, agent, words)
  await publishListing(database.db, agent, listingId)
  const env = { ...services.env, TURNSTILE_SECRET_KEY: 'secret' }
  const buyer = { firstName: 'Hana', lastName: 'Petersen', email: 'hana@example.nz', phone: '021 555 0199' }
  const sending = { listingId, ...buyer, note: DEFAULT_NOTE, key: randomUUID(), turnstile: 'an answer' }

  const cloudflare = vi.fn(async () => Response.json({ success: false }))
  vi.stubGlobal('fetch', cloudflare)
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(receiveLead({ ...services, env }, sending, '203.0.113.1')).rejects.toMatchObject({ status: 403 })

  cloudflare.mockRejectedValue(new TypeError('fetch failed'))
  await receiveLead({ ...services, env }, sending, '203.0.113.1')
  expect(await database.db.select().from(lead).where(eq(lead.listingId, listingId))).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { createAgent } from '../../../../test/support/agents.ts'
import { freshDatabase } from '../../../../test/support/database.ts'
import { readQr } from '../../../../test/support/readQr.ts'
import { emptyDescription } from '../description/description.ts'
import { createListing } from '../writeListing.server.ts'
import { shareFile } from './shareFile.server.ts'
import { shareKinds } from './shareKinds.ts'

const appUrl = 'https://files.example.nz'

async function oneListing() {
  const { db } = await freshDatabase()
  const [agent, rival] = [await createAgent(db, { firstName: 'Mia' }), await createAgent(db)]
  const texts = { title: '12 Rata Street', subtitle: '3 bed', description: emptyDescription, slug: 'rata' }
  return { db, agent, rival, id: (await createListing(db, agent, texts)).id }
}

test('the codes of a listing lead to its public page', async () => {
  const { db, agent, id } = await oneListing()
  for (const kind of ['qr.png', 'qr.svg'] as const) {
    const { name, bytes } = await shareFile(db, agent, { id, kind, appUrl })
    expect(name).toBe(`rata-${kind}`)
    expect(await readQr(Buffer.from(bytes))).toBe(`${appUrl}/listings/rata`)
  }
})

test('its poster is a PDF, also before the agent has told us a name or an agency', async () => {
  const { db, agent, id } = await oneListing()
  const { name, bytes } = await shareFile(db, agent, { id, kind: 'poster.pdf', appUrl })
  expect(name).toBe('rata-poster.pdf')
  expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
})

test('threat 16: of another agent’s listing there is nothing to share', async () => {
  const { db, rival, id } = await oneListing()
  for (const kind of shareKinds)
    await expect(shareFile(db, rival, { id, kind, appUrl })).rejects.toMatchObject({ status: 404 })
})

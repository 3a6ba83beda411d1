import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataExport } from '#db/schema/accounts.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { addMember, createAgency } from '../../../../test/fixtures/agencies.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../test/fixtures/listings.ts'
import { unzip } from '../../../../test/support/content/unzip.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { openServices, registerWorker } from '../../../../test/support/services/services.ts'
import { findExport, makeExportJob, readLatestExport, requestExport } from './dataExport.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices([registerWorker(makeExportJob)])
})
afterAll(() => opened.close())

/** The names and contents of a finished export. */
async function readExport(agent: Agent, kind: 'account' | 'agency') {
  const { db } = opened.database
  const { id } = await requestExport(opened.services, agent, kind)
  await eventually(async () => (await readLatestExport(db, agent, kind))?.state === 'ready')
  const [row] = await db.select().from(dataExport).where(eq(dataExport.id, id))
  const files = unzip(await buffer(await opened.services.storage.read(row?.path ?? '')))
  return { id, files, all: [...files].map(([name, content]) => `${name}\n${content}`).join('\n') }
}

async function createWork(agent: Agent, name: string) {
  const { db } = opened.database
  const { id: listingId } = await createListing(db, { agent, title: `${name} Street`, slug: name })
  await createLead(db, { listingId, firstName: `${name}buyer` })
  const { path } = await createFile(db, { agent, listingId, originalName: `${name}.pdf` })
  await opened.services.storage.write(path, Buffer.from(`the report of ${name}`), 'application/pdf')
}

test('an owner’s export of the agency has a folder for each lead agent, its members and its log, and no password', async () => {
  const { db } = opened.database
  const office = await createAgency(db)
  await createWork(office.agent, 'rimu')
  await createWork(office.colleague, 'kauri')
  const elsewhere = await createAgency(db)
  await createWork(elsewhere.agent, 'totara')
  const { files, all } = await readExport(office.owner, 'agency')
  for (const text of ['rimu Street', 'kauri Street', 'rimubuyer', 'kauribuyer', 'the report of rimu'])
    expect(all).toContain(text)
  expect(all).not.toContain('totara')
  expect(all).not.toContain('argon2')
  const { members } = JSON.parse(String(files.get('agency.json'))) as { members: { id: string; role: string }[] }
  expect(members).toHaveLength(5)
  expect(String(files.get('activity.json'))).toContain('agency_export_requested')
  expect([...files.keys()].filter((name) => name.endsWith('/leads.json'))).toHaveLength(2)
})

test('a member’s own export has what they lead, and nothing of a colleague', async () => {
  const office = await createAgency(opened.database.db)
  await createWork(office.agent, 'matai')
  await createWork(office.colleague, 'miro')
  const { all } = await readExport(office.agent, 'account')
  expect(all).toContain('mataibuyer')
  expect(all).not.toContain('miro')
})

test('threat 158: an export of the agency is for the owner who asked, while they are an owner', async () => {
  const { db } = opened.database
  const { owner, manager, agent } = await createAgency(db)
  for (const one of [manager, agent])
    await expect(requestExport(opened.services, one, 'agency')).rejects.toMatchObject({ status: 403 })
  const second = await addMember(db, owner, { role: 'owner' })
  const { id } = await readExport(second, 'agency')
  await expect(findExport(opened.services, owner, id)).rejects.toMatchObject({ status: 404 })
  expect(await findExport(opened.services, second, id)).toMatchObject({ isOfAgency: true })
  await expect(findExport(opened.services, { ...second, role: 'manager' }, id)).rejects.toMatchObject({ status: 404 })
  // Nor where they work in another agency, of which they are an owner as well.
  const elsewhere = { ...second, agencyId: (await createAgency(db)).owner.agencyId }
  await expect(findExport(opened.services, elsewhere, id)).rejects.toMatchObject({ status: 404 })
  await expect(readLatestExport(db, manager, 'agency')).rejects.toMatchObject({ status: 403 })
  // It is no export of their account.
  expect(await readLatestExport(db, second, 'account')).toBeNull()
})

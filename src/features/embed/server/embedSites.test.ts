import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#db/schema/audit.ts'
import { createAgency } from '../../../../test/fixtures/agencies.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { readEmbedSettings, saveEmbedSites } from './embedSites.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

const sitesOf = async (agent: Parameters<typeof readEmbedSettings>[1]) =>
  (await readEmbedSettings(opened.services, agent)).sites

test('owners and managers say which sites may show documents, for their own agency', async () => {
  const { db } = opened.database
  const [{ owner, manager, agent }, other] = [await createAgency(db), await createAgency(db)]
  const sites = ['https://www.harbour.example', 'https://harbour.example']
  await saveEmbedSites(opened.services, manager, { sites })
  // The same again is no change.
  await saveEmbedSites(opened.services, manager, { sites })
  expect([await sitesOf(owner), await sitesOf(other.owner)]).toEqual([sites, []])
  await expect(saveEmbedSites(opened.services, agent, { sites: [] })).rejects.toMatchObject({ status: 403 })
  await expect(readEmbedSettings(opened.services, agent)).rejects.toMatchObject({ status: 403 })
  const entries = await db.select().from(audit).where(eq(audit.agencyId, owner.agencyId))
  expect(entries.filter(({ action }) => action === 'embed_sites_changed')).toMatchObject([{ details: { sites: 2 } }])
})

test('threat 189: sites on the visitor’s own computer are for development alone', async () => {
  const { owner } = await createAgency(opened.database.db)
  const sites = ['http://localhost:4000']
  const over = (secure: boolean) => ({ ...opened.services, env: { ...opened.services.env, secure } })
  await expect(saveEmbedSites(over(true), owner, { sites })).rejects.toMatchObject({ status: 400 })
  expect(await sitesOf(owner)).toEqual([])
  await saveEmbedSites(over(false), owner, { sites })
  expect(await sitesOf(owner)).toEqual(sites)
})

import { describe, expect, test } from 'vitest'
import { listing } from '#db/schema/listings.ts'
import { provideRecordKeys } from '#features/record/server/recordChain.server.ts'
import { createSession } from '../../test/fixtures/agents.ts'
import { connectEverything } from '../../test/fixtures/connections.ts'
import { someBytes } from '../../test/fixtures/content/bytes.ts'
import { createListingWithDocuments } from '../../test/fixtures/files.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import {
  backUpInto,
  contentOf,
  folderForTest,
  type Installation,
  openInstallation,
  restoreInto,
} from '../../test/support/backups.ts'
import { seedDemo } from '../seed/seedDemo.server.ts'

const TIMEOUT_MS = 120_000

/** The demo agency, and a row in each table of its connections. */
async function fill({ db, storage, env }: Installation) {
  provideRecordKeys(env.APP_SECRET)
  await seedDemo({ db, storage }, { loopback: true, DATABASE_URL: undefined, APP_URL: 'http://localhost:3000' })
  const {
    agent,
    id: listingId,
    fileId,
  } = await createListingWithDocuments({ db, storage }, [
    { content: someBytes(20_000_000), contentType: 'text/plain' },
    { content: '', contentType: 'text/plain' },
  ])
  const { id: leadId } = await createLead(db, { listingId })
  await connectEverything(db, {
    agencyId: agent.agencyId,
    userId: agent.id,
    listingId,
    leadId,
    fileId,
    text: 'Te Whānau\t\\N\n',
  })
  await createSession(db, agent.id)
}

describe('a backup', () => {
  test('restored elsewhere has every row, every file and intact records', { timeout: TIMEOUT_MS }, async () => {
    const source = await openInstallation()
    await fill(source)
    const backup = await backUpInto(await folderForTest(), source)
    const before = await contentOf(source)
    expect(Object.keys(before.files).length).toBeGreaterThan(20)

    const target = await openInstallation({ database: 'template0', storage: 's3' })
    const restored = await restoreInto(target, backup.folder)
    expect(await contentOf(target)).toEqual(before)
    const listings = await source.db.select().from(listing)
    expect(restored.records).toEqual({ intact: listings.length, changed: [] })
    expect(restored.files).toBe(Object.keys(before.files).length)
  })
})

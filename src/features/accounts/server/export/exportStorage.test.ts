import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataExport, profile } from '#db/schema/accounts.ts'
import { sweepStorage } from '#features/files/server/sweepStorage.server.ts'
import { signDocumentKey } from '#features/leads/server/documents/documentKey.server.ts'
import { eraseDetails } from '#features/leads/server/privateLink/privateLinkActions.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { createListingWithReader } from '../../../../../test/fixtures/leads.ts'
import { unzip } from '../../../../../test/support/content/unzip.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { openServices, registerWorker } from '../../../../../test/support/services/services.ts'
import { onEachStorage } from '../../../../../test/support/services/storages.ts'
import { collectAll } from '../../../../../test/support/uploader.ts'
import { eraseDueAccountsJob } from '../deletion/deleteAccount.server.ts'
import { findExport, makeExportJob, readLatestExport, requestExport, sweepExportsJob } from './dataExport.server.ts'

onEachStorage((parts) => {
  /** A storage that answers a read when the test lets it: leads are in the export by then. */
  let slow: { reading: Promise<void>; goOn: () => void } | undefined
  let started: () => void = () => {}
  let worker: Awaited<ReturnType<typeof openServices>>
  beforeAll(async () => {
    const { storage } = parts
    worker = await openServices([registerWorker(makeExportJob)], {
      storage: {
        ...storage,
        read: async (...what) => {
          started()
          await slow?.reading
          return storage.read(...what)
        },
      },
    })
  })
  afterAll(() => worker.close())

  const holdReads = () => {
    const { promise: reading, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: isReading, resolve } = Promise.withResolvers<void>()
    slow = { reading, goOn }
    started = resolve
    return { isReading, goOn }
  }
  const newAgency = () =>
    createListingWithReader({ db: worker.database.db, storage: parts.storage }, [
      { name: 'LIM', content: 'the report' },
    ])
  const erase = (leadId: string) =>
    eraseDetails(worker.services, signDocumentKey(worker.services.env.APP_SECRET, 'link', leadId))
  const latest = (agent: Agent) => readLatestExport(worker.database.db, agent)
  const finished = (agent: Agent) =>
    eventually(async () => {
      const found = await latest(agent)
      return found?.state === 'ready' && found
    })
  const download = async (agent: Agent, id: string) => {
    const answer = await fetch(parts.at((await findExport(worker.services, agent, id)).url))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="property-files-export.zip"')
    return unzip(Buffer.from(await answer.arrayBuffer()))
  }
  const storedExports = async () => (await collectAll(parts.storage.list('exports'))).length

  test('an export is in the storage that all processes share, and the sweep of orphaned files keeps it', async () => {
    const { agent, lead } = await newAgency()
    const { id } = await requestExport(worker.services, agent)
    const { size } = await finished(agent)
    expect(existsSync(join(worker.services.env.DATA_DIR, 'exports'))).toBe(false)
    await sweepStorage(worker.services, new Date(Date.now() + 60_000))
    const files = await download(agent, id)
    expect(JSON.parse(String(files.get('leads.json')))).toMatchObject([{ email: lead.email }])
    expect(size).toBeGreaterThan(500)

    await worker.database.db
      .update(dataExport)
      .set({ expiresAt: new Date(0) })
      .where(eq(dataExport.id, id))
    expect(await latest(agent)).toBeNull()
    await expect(findExport(worker.services, agent, id)).rejects.toMatchObject({ status: 404 })
    await sweepExportsJob.work(worker.services, {}, { id: '' })
    expect(await storedExports()).toBe(0)
  })

  test('threat 72, threat 95: a buyer erased while an export is being made is not in it', async () => {
    const { agent, lead } = await newAgency()
    const { isReading, goOn } = holdReads()
    const { id } = await requestExport(worker.services, agent)
    await isReading
    await erase(lead.id)
    goOn()
    await finished(agent)
    const everything = [...(await download(agent, id)).values()].map(String).join('\n')
    expect(everything).not.toContain(lead.email)
    expect(everything).toContain('the report')
    expect(await storedExports()).toBe(1)
  })

  test('threat 72, threat 95: an export that was finished before a buyer was erased is deleted at once', async () => {
    const { agent, lead } = await newAgency()
    const before = await storedExports()
    const { id } = await requestExport(worker.services, agent)
    await finished(agent)
    expect(await storedExports()).toBe(before + 1)
    await erase(lead.id)
    expect(await storedExports()).toBe(before)
    expect(await latest(agent)).toBeNull()
    await expect(findExport(worker.services, agent, id)).rejects.toMatchObject({ status: 404 })
  })

  test('threat 72: an account erased while its export is being made leaves no export behind', async () => {
    const { agent } = await newAgency()
    const before = await storedExports()
    const { isReading, goOn } = holdReads()
    await requestExport(worker.services, agent)
    await isReading
    await worker.database.db.insert(profile).values({ userId: agent.id, deletionDueAt: new Date(0) })
    await eraseDueAccountsJob.work(worker.services, {}, { id: '' })
    goOn()
    await worker.settle()
    expect(await latest(agent)).toBeNull()
    expect(await storedExports()).toBe(before)
  })
})

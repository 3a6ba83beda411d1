import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { profile } from '#db/schema/accounts.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import { addDays, todayIn } from '#ui/format/dates.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { textPdf } from '../../../../../test/fixtures/content/pdf.ts'
import { useFileServices } from '../../../../../test/support/services/fileServices.ts'
import { makeJobsDue } from '../../../../../test/support/services/services.ts'
import { onEachStorage } from '../../../../../test/support/services/storages.ts'
import { collectAll } from '../../../../../test/support/uploader.ts'
import { readStorageUse } from '../beginUpload.server.ts'
import { deleteFiles, eraseFilesJob } from '../deleteFiles.server.ts'
import { archiveFiles, updateFile } from '../files.server.ts'
import { createDownloadUrl } from '../serveFiles.server.ts'
import { sweepStorage } from '../sweepStorage.server.ts'
import { eraseOldVersionsJob, hashVersionsJob } from './versionJobs.server.ts'
import { storeFirstOpening } from './versionRows.server.ts'
import {
  changeVersionNote,
  listVersions,
  removeVersion,
  restoreVersion,
  saveDocumentValidity,
  saveVersionRetention,
} from './versions.server.ts'

const pdf = (...lines: string[]) => new Uint8Array(textPdf(lines))
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const notFound = { status: 404 }
const refused = { status: 409 }

onEachStorage((parts, isThorough) => {
  const context = useFileServices(parts)
  const first = pdf('Roof: not inspected')
  const second = pdf('Roof: inspected', 'Tiles are sound')

  const rowOf = async (id: string) => {
    const [row] = await context.database.db.select().from(file).where(eq(file.id, id))
    if (!row) throw new Error('There is no such file.')
    return row
  }
  const list = (id: string) => listVersions(context.database.db, context.agent, id)
  const used = async () => (await readStorageUse(context.database.db, context.agent)).used
  const storedKeys = async () => (await collectAll(parts.storage.list())).map(({ key }) => key)
  async function download(id: string, version?: number) {
    const { url } = await createDownloadUrl(context.services, context.agent, { id, version })
    return new Uint8Array(await (await fetch(parts.at(url))).arrayBuffer())
  }
  async function replacedReport() {
    const { id } = await context.add('Building report.pdf', first)
    await context.settle()
    await context.add('Building report v2.pdf', second, { replaces: id, note: 'The roof was inspected' })
    await context.settle()
    return id
  }
  const restore = async (id: string, version: number) => {
    await restoreVersion(context.services, context.agent, { id, version })
    await context.settle()
  }
  const remove = (id: string, version: number) => removeVersion(context.services, context.agent, { id, version })
  const openAsBuyer = async (id: string) => storeFirstOpening(context.database.db, [await rowOf(id)])

  describe('a document that is replaced', () => {
    test('keeps the earlier version with its hash, pages, size, author and note', async () => {
      const id = await replacedReport()
      const [newer, earlier] = await list(id)
      expect(newer).toMatchObject({
        ...{ version: 2, isCurrent: true, originalName: 'Building report v2.pdf', note: 'The roof was inspected' },
        ...{ sha256: hashOf(second), size: second.length, pageCount: 1, erasedAt: null },
      })
      expect(earlier).toMatchObject({
        ...{ version: 1, isCurrent: false, originalName: 'Building report.pdf', note: '' },
        ...{ sha256: hashOf(first), size: first.length, pageCount: 1, firstOpenedAt: null },
        uploadedBy: `${context.agent.firstName} ${context.agent.lastName}`.trim(),
      })
      expect(await download(id)).toEqual(second)
      expect(await download(id, 1)).toEqual(first)
    })

    test('has a hash before buyers can open it, also if it is no PDF', async () => {
      const text = new TextEncoder().encode('Item,Room\nHeat pump,Hall\n')
      const { id } = await context.add('Chattels.csv', text)
      expect((await list(id))[0]).toMatchObject({ sha256: null })
      expect(await rowOf(id)).toMatchObject({ state: 'processing' })
      await context.settle()
      expect(await rowOf(id)).toMatchObject({ state: 'ready' })
      expect((await list(id))[0]).toMatchObject({ sha256: hashOf(text) })
    })

    test('counts with all its versions towards the quota, and a restored one counts once', async () => {
      const before = await used()
      const id = await replacedReport()
      expect(await used()).toBe(before + first.length + second.length)
      await restore(id, 1)
      expect(await used()).toBe(before + first.length + second.length)
      await remove(id, 2)
      expect(await used()).toBe(before + first.length)
    })

    test('loses no version to the sweep, and all of them once it is deleted for good', async () => {
      const id = await replacedReport()
      const paths = (await context.database.db.select().from(fileVersion).where(eq(fileVersion.fileId, id))).map(
        ({ path }) => path,
      )
      await sweepStorage(context.services, new Date(Date.now() + 60_000))
      expect(await storedKeys()).toEqual(expect.arrayContaining(paths))

      await archiveFiles(context.database.db, context.agent, [id])
      await deleteFiles(context.services, context.agent, [id])
      await context.database.db
        .update(file)
        .set({ deletedAt: new Date(0) })
        .where(eq(file.id, id))
      await makeJobsDue(context.database, eraseFilesJob.name)
      await context.settle()
      const left = await storedKeys()
      for (const path of paths) expect(left).not.toContain(path)
      await expect(download(id, 1)).rejects.toMatchObject(notFound)
      await expect(list(id)).rejects.toMatchObject(notFound)
    })
  })

  describe('restoring', () => {
    test('makes a new version with the earlier content, date and hash, which is prepared again', async () => {
      const { id } = await context.add('Building report.pdf', first)
      await context.settle()
      await updateFile(context.database.db, context.agent, { id, issuedOn: '2026-02-10' })
      await context.add('Building report v2.pdf', second, { replaces: id })
      await context.settle()
      expect(await rowOf(id)).toMatchObject({ issuedOn: null })
      await restore(id, 1)
      expect(await rowOf(id)).toMatchObject({
        ...{ version: 3, state: 'ready', pageCount: 1, issuedOn: '2026-02-10', originalName: 'Building report.pdf' },
      })
      expect(await list(id)).toMatchObject([
        { version: 3, isCurrent: true, restoredVersion: 1, sha256: hashOf(first), issuedOn: '2026-02-10' },
        { version: 2, sha256: hashOf(second) },
        { version: 1, sha256: hashOf(first) },
      ])
      expect(await download(id)).toEqual(first)
    })

    test('leaves the shared content until no version needs it', async () => {
      const id = await replacedReport()
      await restore(id, 1)
      const { path } = await rowOf(id)
      await remove(id, 1)
      await context.settle()
      expect(await storedKeys()).toContain(path)
      expect(await download(id)).toEqual(first)
      await context.add('Building report v3.pdf', second, { replaces: id })
      await context.settle()
      await remove(id, 3)
      await context.settle()
      expect((await storedKeys()).filter((key) => key.startsWith(path))).toEqual([])
    })

    test('is refused for the current version, and for one whose content is deleted', async () => {
      const id = await replacedReport()
      await expect(restore(id, 2)).rejects.toMatchObject(refused)
      await context.database.db.update(fileVersion).set({ erasedAt: new Date() }).where(eq(fileVersion.fileId, id))
      await expect(restore(id, 1)).rejects.toMatchObject(refused)
      await expect(download(id, 1)).rejects.toMatchObject(notFound)
      await expect(restore(id, 9)).rejects.toMatchObject(notFound)
    })
  })

  if (!isThorough) return

  describe('removing', () => {
    test('deletes a version that no buyer has opened, with its content', async () => {
      const id = await replacedReport()
      const [stored] = await context.database.db.select().from(fileVersion).where(eq(fileVersion.fileId, id))
      await remove(id, 1)
      await context.settle()
      expect((await list(id)).map(({ version }) => version)).toEqual([2])
      expect((await storedKeys()).filter((key) => key.startsWith(stored?.path ?? 'none'))).toEqual([])
    })

    test('is refused for the current version', async () => {
      const id = await replacedReport()
      await expect(remove(id, 2)).rejects.toMatchObject(refused)
    })

    test('threat 137: is refused once a buyer has opened it, and only the content goes after the retention period', async () => {
      const { db } = context.database
      const { id } = await context.add('Building report.pdf', first)
      await context.settle()
      await openAsBuyer(id)
      const [{ firstOpenedAt } = { firstOpenedAt: null }] = await list(id)
      await openAsBuyer(id)
      expect((await list(id))[0]).toMatchObject({ firstOpenedAt, keptUntil: null })
      await context.add('Building report v2.pdf', second, { replaces: id })
      await context.settle()
      await expect(remove(id, 1)).rejects.toMatchObject({ ...refused, message: expect.stringContaining('opened') })

      await saveVersionRetention(db, context.agent, { months: 12 })
      const replacedMonthsAgo = async (months: number) => {
        const replacedAt = new Date()
        replacedAt.setUTCMonth(replacedAt.getUTCMonth() - months)
        replacedAt.setUTCDate(replacedAt.getUTCDate() - 1)
        await db
          .update(fileVersion)
          .set({ replacedAt })
          .where(eq(fileVersion.sha256, hashOf(first)))
        await eraseOldVersionsJob.work(context.services, {}, { id: '' })
        await context.settle()
      }
      await replacedMonthsAgo(11)
      expect(await download(id, 1)).toEqual(first)
      await replacedMonthsAgo(12)
      await expect(download(id, 1)).rejects.toMatchObject(notFound)
      expect((await list(id))[1]).toMatchObject({ version: 1, sha256: hashOf(first), erasedAt: expect.any(Date) })
      expect(await download(id)).toEqual(second)
      await db.delete(profile).where(eq(profile.userId, context.agent.id))
    })
  })

  test('a note can be changed later', async () => {
    const id = await replacedReport()
    await changeVersionNote(context.services, context.agent, { id, version: 1, note: 'First report' })
    expect((await list(id)).map(({ note }) => note)).toEqual(['The roof was inspected', 'First report'])
  })

  test('threat 137: another agent neither sees nor changes the versions of a document', async () => {
    const id = await replacedReport()
    const { services, database, otherAgent } = context
    const input = { id, version: 1 }
    for (const attempt of [
      () => listVersions(database.db, otherAgent, id),
      () => createDownloadUrl(services, otherAgent, input),
      () => restoreVersion(services, otherAgent, input),
      () => removeVersion(services, otherAgent, input),
      () => changeVersionNote(services, otherAgent, { ...input, note: 'Theirs' }),
    ])
      await expect(attempt()).rejects.toMatchObject(notFound)
    expect(await list(id)).toHaveLength(2)
  })

  test('versions from before there were hashes get theirs from the job, and a missing one does not hold it up', async () => {
    const { db } = context.database
    const [gone, kept] = [await replacedReport(), await replacedReport()]
    await db.update(fileVersion).set({ sha256: null })
    await parts.storage.remove((await rowOf(gone)).path)
    // As a process of the release before leaves it.
    await db.delete(fileVersion).where(eq(fileVersion.fileId, kept))
    await hashVersionsJob.work(context.services, {}, { id: '' })
    expect(await list(gone)).toMatchObject([{ sha256: null }, { sha256: hashOf(first) }])
    expect(await list(kept)).toMatchObject([{ version: 2, sha256: hashOf(second) }])
  })

  describe('the date of issue', () => {
    test('is suggested from the first pages, until the agent confirms or dismisses it', async () => {
      const { db } = context.database
      const { id } = await context.add(
        'LIM.pdf',
        new Uint8Array(textPdf(['LAND INFORMATION MEMORANDUM', 'Issued 10 February 2026'])),
      )
      await context.settle()
      expect(await rowOf(id)).toMatchObject({ issuedOn: null, suggestedIssuedOn: '2026-02-10' })
      expect(await updateFile(db, context.agent, { id, issuedOn: '2026-02-11' })).toMatchObject({
        ...{ issuedOn: '2026-02-11', suggestedIssuedOn: null },
      })
      expect((await list(id))[0]).toMatchObject({ issuedOn: '2026-02-11' })
      expect(await updateFile(db, context.agent, { id, issuedOn: null })).toMatchObject({
        ...{ issuedOn: null, suggestedIssuedOn: null },
      })
    })

    test('is not changed by a new name, and cannot be in the future where the agent is', async () => {
      const { db } = context.database
      const { id } = await context.add('LIM.pdf', pdf('Hello'))
      await updateFile(db, context.agent, { id, issuedOn: '2026-02-10' })
      expect(await updateFile(db, context.agent, { id, name: 'LIM' })).toMatchObject({ issuedOn: '2026-02-10' })
      const tomorrow = addDays(todayIn(DEFAULT_TIME_ZONE), 1)
      await expect(updateFile(db, context.agent, { id, issuedOn: tomorrow })).rejects.toMatchObject({
        fields: { issuedOn: expect.any(String) },
      })
    })
  })

  test('an agent’s limits are stored per type', async () => {
    const { db } = context.database
    await saveDocumentValidity(db, context.agent, { kind: 'lim', days: 60 })
    await saveDocumentValidity(db, context.agent, { kind: 'title', days: 0 })
    const [stored] = await db.select().from(profile).where(eq(profile.userId, context.agent.id))
    expect(stored?.validityDays).toEqual({ lim: 60, title: 0 })
  })
})

import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { member } from '#db/schema/agencies.ts'
import { subscription } from '#db/schema/billing.ts'
import { file, fileVersion, upload } from '#db/schema/files.ts'
import { listing as listingTable, sharePicture } from '#db/schema/listings.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { STORAGE_QUOTA_BYTES, TRIAL_STORAGE_QUOTA_BYTES } from '#platform/storage/storage.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { joinAgencyOf } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { setSubscription } from '../../../../test/fixtures/billing.ts'
import { textPdf } from '../../../../test/fixtures/content/pdf.ts'
import { phonePhoto, pngBomb } from '../../../../test/fixtures/content/photos.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { useFileServices } from '../../../../test/support/services/fileServices.ts'
import { makeJobsDue } from '../../../../test/support/services/services.ts'
import { onEachStorage } from '../../../../test/support/services/storages.ts'
import { collectAll } from '../../../../test/support/uploader.ts'
import { ListFilesInput, UNDO_DELETE_MINUTES } from '../files.schema.ts'
import { beginUpload, cancelUpload, readStorageUse, resumeUpload } from './beginUpload.server.ts'
import { deleteFiles, eraseDeletedFiles, eraseFilesJob, undoDeleteFiles } from './deleteFiles.server.ts'
import { archiveFiles, restoreFiles, retryFile } from './files.server.ts'
import { finishUpload } from './finishUpload.server.ts'
import { listFiles } from './listFiles.server.ts'
import { prepareFileJob } from './prepareFile.server.ts'
import { createDownloadUrl } from './serveFiles.server.ts'
import { sweepStorage } from './sweepStorage.server.ts'

const pdf = (...lines: string[]) => new Uint8Array(textPdf(lines.length > 0 ? lines : ['Hello']))
const notFound = { status: 404 }

onEachStorage((parts, isThorough) => {
  const context = useFileServices(parts)
  const rowOf = async (id: string) => {
    const [row] = await context.database.db.select().from(file).where(eq(file.id, id))
    if (!row) throw new Error('There is no such file.')
    return row
  }
  const storedKeys = async () => (await collectAll(parts.storage.list())).map(({ key }) => key)

  describe('a file', () => {
    test('exists once it is uploaded, is prepared, and downloads under a tidy name', async () => {
      const listingId = await context.newListing()
      const bytes = pdf('LAND INFORMATION MEMORANDUM', '12 Rata Street')
      const added = await context.add('LIM_12-Rata-St_FINAL(2).pdf', bytes, { listingId })
      expect(added).toMatchObject({ name: 'LIM report – 12 Rata St', kind: 'lim', type: 'file', state: 'processing' })
      await context.settle()
      expect(await rowOf(added.id)).toMatchObject({ state: 'ready', pageCount: 1, contentType: 'application/pdf' })

      const { url } = await createDownloadUrl(context.services, context.agent, { id: added.id })
      const answer = await fetch(parts.at(url))
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
      expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(
        'LIM report – 12 Rata St.pdf',
      )
    })

    test('threat 36: that is a photo gets three widths without its location, and becomes the cover', async () => {
      const listingId = await context.newListing()
      const { id } = await context.add('IMG_0001.jpg', new Uint8Array(await phonePhoto()), { listingId })
      await context.settle()
      const row = await rowOf(id)
      expect(row).toMatchObject({
        type: 'image',
        state: 'ready',
        placeholder: expect.stringContaining('data:image/webp'),
      })
      const keys = (await storedKeys()).filter((key) => key.startsWith(row.path))
      expect(keys.sort()).toEqual([row.path, ...['w1920', 'w480', 'w960'].map((width) => `${row.path}-${width}`)])
      const [listing] = await context.database.db.select().from(listingTable).where(eq(listingTable.id, listingId))
      expect(listing?.coverFileId).toBe(id)
    })

    test('that two tabs finish at once is one file', async () => {
      const uploadId = await context.send('Rates.pdf', pdf())
      const finish = () => finishUpload(context.services, context.agent, uploadId)
      const [a, b] = await Promise.all([finish(), finish()])
      expect(a.id).toBe(b.id)
      expect((await finish()).id).toBe(a.id)
    })

    test('is replaced under its id, name and position', async () => {
      const listingId = await context.newListing()
      const old = await context.add('Building report.pdf', pdf('old'), { listingId })
      await context.settle()
      const fresh = await context.add('other name.pdf', pdf('new', 'longer'), { replaces: old.id })
      await context.settle()
      expect(fresh).toMatchObject({
        id: old.id,
        name: old.name,
        rank: old.rank,
        listingId,
        replacedAt: expect.any(Date),
      })
      const { url } = await createDownloadUrl(context.services, context.agent, { id: old.id })
      expect(new Uint8Array(await (await fetch(parts.at(url))).arrayBuffer())).toEqual(pdf('new', 'longer'))
    })

    test('that is a photo is replaced, and the old photo is deleted with its sizes', async () => {
      const photo = new Uint8Array(await phonePhoto())
      const old = await context.add('IMG_0002.jpg', photo)
      await context.settle()
      const { path } = await rowOf(old.id)
      await context.add('IMG_0003.jpg', photo, { replaces: old.id })
      await context.settle()
      expect((await storedKeys()).filter((key) => key.startsWith(path))).toEqual([])
      expect(await context.database.db.$count(fileVersion, eq(fileVersion.fileId, old.id))).toBe(0)
    })
  })

  describe('threat 30: content that does not match its claimed type', () => {
    test.each([
      ['HTML', '<!doctype html><script>alert(1)</script>'],
      ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a program', 'MZ\u0090\u0000 This program cannot be run in DOS mode'],
    ])('%s named .pdf is answered 422, leaves nothing and cannot be downloaded', async (_what, content) => {
      await context.settle()
      const before = await storedKeys()
      const uploadId = await context.send('Building report.pdf', new TextEncoder().encode(content))
      await expect(finishUpload(context.services, context.agent, uploadId)).rejects.toMatchObject({ status: 422 })
      expect(await storedKeys()).toEqual(before)
      expect(await context.database.db.$count(upload, eq(upload.id, uploadId))).toBe(0)
    })
  })

  describe('an archived file that is deleted permanently', () => {
    async function deleted() {
      const { id } = await context.add('Old report.pdf', pdf())
      await context.settle()
      await archiveFiles(context.database.db, context.agent, [id])
      await deleteFiles(context.services, context.agent, [id])
      return rowOf(id)
    }
    const used = async () => (await readStorageUse(context.database.db, context.agent)).used
    /** As if the file had been deleted longer ago. */
    async function passTime(id: string, minutes: number) {
      const deletedAt = new Date(Date.now() - minutes * 60_000)
      await context.database.db
        .update(file)
        .set({ deletedAt })
        .where(and(eq(file.id, id), isNotNull(file.deletedAt)))
    }
    const runDueJob = async () => {
      await makeJobsDue(context.database, eraseFilesJob.name)
      await context.settle()
    }

    test('is removed with its variants, and no longer counts, once the undo period is over', async () => {
      const before = await used()
      const { id, path, size } = await deleted()
      await passTime(id, UNDO_DELETE_MINUTES - 1)
      await eraseDeletedFiles(context.services)
      expect(await used()).toBe(before + size)
      expect((await storedKeys()).filter((key) => key.startsWith(path))).not.toEqual([])

      await passTime(id, UNDO_DELETE_MINUTES + 1)
      await runDueJob()
      expect(await used()).toBe(before)
      expect((await storedKeys()).filter((key) => key.startsWith(path))).toEqual([])
      await expect(createDownloadUrl(context.services, context.agent, { id })).rejects.toMatchObject(notFound)
      await expect(undoDeleteFiles(context.services, context.agent, [id])).rejects.toMatchObject(notFound)
      await expect(restoreFiles(context.database.db, context.agent, [id])).rejects.toMatchObject(notFound)
      const { files } = await listFiles(context.database.db, context.agent, ListFilesInput.parse({ state: 'archived' }))
      expect(files.map((one) => one.id)).not.toContain(id)
    })

    test('is archived again when that is undone, and a restored file is not deleted later', async () => {
      const { id, path } = await deleted()
      await undoDeleteFiles(context.services, context.agent, [id])
      await passTime(id, UNDO_DELETE_MINUTES + 1)
      await runDueJob()
      expect(await rowOf(id)).toMatchObject({ deletedAt: null, erasedAt: null, archivedAt: expect.any(Date) })

      await deleteFiles(context.services, context.agent, [id])
      await restoreFiles(context.database.db, context.agent, [id])
      await passTime(id, UNDO_DELETE_MINUTES + 1)
      await runDueJob()
      expect(await rowOf(id)).toMatchObject({ deletedAt: null, erasedAt: null, archivedAt: null })
      expect(await storedKeys()).toContain(path)
    })
  })

  test('an upload that is cancelled while it is finished becomes a complete file or none', async () => {
    for (let round = 0; round < 10; round += 1) {
      const uploadId = await context.send(`Race ${round}.pdf`, pdf())
      const [finished] = await Promise.allSettled([
        finishUpload(context.services, context.agent, uploadId),
        cancelUpload(context.services, context.agent, uploadId),
      ])
      if (finished.status !== 'fulfilled') continue
      expect(await parts.storage.stat((await rowOf(finished.value.id)).path)).toBeDefined()
    }
    await context.settle()
    const rows = await context.database.db.select({ path: file.path }).from(file).where(isNull(file.erasedAt))
    for (const { path } of rows) expect(await parts.storage.stat(path)).toBeDefined()
  })

  test('a file that cannot be read shows the reason, and can be retried', async () => {
    const { id } = await context.add('Rates.pdf', pdf())
    await context.settle()
    const { path } = await rowOf(id)
    await context.database.db.update(file).set({ state: 'processing' }).where(eq(file.id, id))
    await parts.storage.remove(path)
    await expect(prepareFileJob.work(context.services, { fileId: id, path }, { id: '' })).rejects.toThrow()
    expect(await rowOf(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('try again') })
    await parts.storage.write(path, pdf(), 'application/pdf')
    await retryFile(context.services, context.agent, id)
    await context.settle()
    expect(await rowOf(id)).toMatchObject({ state: 'ready', failure: null })
  })

  test('threat 37: after the sweep the storage contains exactly the files in the database', async () => {
    const kept = await context.add('Kept.pdf', pdf())
    await context.send('Abandoned.pdf', pdf())
    await parts.storage.write('documents/ab/ab000000000000000000000000000000', pdf(), 'application/pdf')
    await parts.storage.write('shares/ab/ab000000000000000000000000000000', pdf(), 'image/jpeg')
    const shown = { listingId: await context.newListing(), path: newStorageKey('shares'), fingerprint: '' }
    await context.database.db.insert(sharePicture).values(shown)
    await parts.storage.write(shown.path, pdf(), 'image/jpeg')
    await context.settle()
    await sweepStorage(context.services, new Date(Date.now() + 60_000))

    const stored = await context.database.db.select({ path: file.path }).from(file).where(isNull(file.erasedAt))
    const versions = await context.database.db
      .select({ path: fileVersion.path })
      .from(fileVersion)
      .where(isNull(fileVersion.erasedAt))
    const paths = new Set([...stored, ...versions, shown].map(({ path }) => path))
    const originals = (await storedKeys()).filter((key) => !key.includes('-'))
    expect(originals.sort()).toEqual([...paths].sort())
    expect(originals).toContain((await rowOf(kept.id)).path)
    expect(await collectAll(parts.storage.listUnfinished())).toEqual([])
    for (const key of await storedKeys()) expect(originals).toContain(key.split('-')[0])
  })

  if (!isThorough) return

  describe('threat 163: an upload by someone who works in two agencies', () => {
    test('ends in the agency it began in, whichever they work in by then', async () => {
      const { db } = context.database
      const first: Agent = await createAgent(db)
      const second = await joinAgencyOf(db, context.otherAgent, first)
      const uploadId = await context.send('LIM.pdf', pdf(), {}, first)
      expect(await readStorageUse(db, second)).toMatchObject({ used: 0 })
      const { id } = await finishUpload(context.services, second, uploadId)
      expect(await rowOf(id)).toMatchObject({ agencyId: first.agencyId, userId: first.id })
    })

    test('is refused once they have left that agency, and counts for it no longer than it waits', async () => {
      const { db } = context.database
      const first: Agent = await createAgent(db)
      const second = await joinAgencyOf(db, context.otherAgent, first)
      const uploadId = await context.send('LIM.pdf', pdf(), {}, second)
      await db.delete(member).where(and(eq(member.userId, first.id), eq(member.agencyId, second.agencyId)))
      const no = { status: 403, message: expect.stringContaining('no longer a member of the agency') }
      await expect(resumeUpload(context.services, first, uploadId)).rejects.toMatchObject(no)
      await expect(finishUpload(context.services, first, uploadId)).rejects.toMatchObject(no)
      expect((await readStorageUse(db, second)).used).toBeGreaterThan(0)
      await cancelUpload(context.services, first, uploadId)
      expect(await readStorageUse(db, second)).toMatchObject({ used: 0 })
    })
  })

  test('a file with a meaningless name is named after its first page', async () => {
    const { id } = await context.add('Scan_20260101.pdf', pdf('LAND INFORMATION MEMORANDUM', 'Wellington City Council'))
    await context.settle()
    expect(await rowOf(id)).toMatchObject({ kind: 'lim', name: 'LIM report' })
  })

  test('a file can be uploaded into a listing with many others at once', async () => {
    const listingId = await context.newListing()
    const names = Array.from({ length: 6 }, (_, index) => `Rates ${2001 + index}.pdf`)
    await Promise.all(names.map((name) => context.add(name, pdf(name), { listingId })))
    const rows = await context.database.db.select().from(file).where(eq(file.listingId, listingId))
    expect(rows.map(({ rank }) => rank).sort((a, b) => Number(a) - Number(b))).toEqual(
      names.map((_, index) => index + 1),
    )
  })

  test('a document cannot be replaced by a photo', async () => {
    const old = await context.add('Title.pdf', pdf())
    const photo = new Uint8Array(await phonePhoto())
    await expect(context.add('x.jpg', photo, { replaces: old.id })).rejects.toMatchObject({ status: 422 })
    expect(await rowOf(old.id)).toMatchObject({ contentType: 'application/pdf' })
  })

  test.each(['page.html', 'logo.svg', 'setup.exe', 'script.js'])(
    'threat 30: %s is refused before a byte is sent',
    async (name) => {
      const request = { name, contentType: 'application/pdf', contentLength: '10' }
      await expect(beginUpload(context.services, context.agent, request)).rejects.toMatchObject({ status: 415 })
    },
  )

  test('threat 35: an image of 900 million pixels gets 422 before anything decodes it', async () => {
    const bomb = new Uint8Array(pngBomb(30_000))
    await expect(context.add('huge.png', bomb)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('50 million'),
    })
  })

  test('more than 500 MB is refused before a byte is sent', async () => {
    const request = { name: 'a.pdf', contentType: '', contentLength: String(500 * 1024 * 1024 + 1) }
    await expect(beginUpload(context.services, context.agent, request)).rejects.toMatchObject({ status: 413 })
  })

  test('threat 17: an agent cannot upload to another agent’s listing or replace another agent’s file', async () => {
    const listingId = await context.newListing(context.otherAgent)
    const theirs = await context.add('Title.pdf', pdf(), {}, context.otherAgent)
    const request = { name: 'a.pdf', contentType: '', contentLength: '10' }
    for (const extra of [
      { listingId },
      { replaces: theirs.id },
      { listingId: 'list_missing' },
      { replaces: 'file_missing' },
    ])
      await expect(beginUpload(context.services, context.agent, { ...request, ...extra })).rejects.toMatchObject(
        notFound,
      )
    const uploadId = await context.send('b.pdf', pdf(), {}, context.otherAgent)
    for (const action of [resumeUpload, finishUpload, cancelUpload])
      await expect(action(context.services, context.agent, uploadId)).rejects.toMatchObject(notFound)
    await expect(createDownloadUrl(context.services, context.agent, { id: theirs.id })).rejects.toMatchObject(notFound)
  })

  test('threat 34: of 20 uploads at once for the last byte of the quota, one is accepted', async () => {
    const { db } = context.database
    const filler = await createFile(db, { agent: context.otherAgent, size: STORAGE_QUOTA_BYTES - 200_000 })
    const request = { name: 'a.pdf', contentType: '', contentLength: '100000' }
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => beginUpload(context.services, context.otherAgent, request)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await db.delete(fileVersion).where(eq(fileVersion.fileId, filler.id))
    await db.delete(file).where(eq(file.id, filler.id))
    await db.delete(upload).where(eq(upload.userId, context.otherAgent.id))
  })

  test('an agency on the free trial has a smaller quota, however many seats it has; after it, one for each paid seat', async () => {
    const { db } = context.database
    const agent = await createAgent(db)
    await setSubscription(db, agent.id, true, { status: 'trialing' })
    await createFile(db, { agent, size: TRIAL_STORAGE_QUOTA_BYTES - 99_999 })
    const request = { name: 'a.pdf', contentType: '', contentLength: '100000' }
    await expect(beginUpload(context.services, agent, request)).rejects.toMatchObject({
      name: 'QuotaReached',
      status: 413,
      message: expect.stringContaining('10 GB'),
    })
    expect(await readStorageUse(db, agent)).toMatchObject({ quota: TRIAL_STORAGE_QUOTA_BYTES, isTrial: true })

    await db.update(subscription).set({ seats: 3 }).where(eq(subscription.userId, agent.id))
    expect(await readStorageUse(db, agent)).toMatchObject({
      ...{ quota: TRIAL_STORAGE_QUOTA_BYTES, paidQuota: 3 * STORAGE_QUOTA_BYTES },
    })
    await db.update(subscription).set({ status: 'active' }).where(eq(subscription.userId, agent.id))
    expect(await readStorageUse(db, agent)).toMatchObject({ quota: 3 * STORAGE_QUOTA_BYTES, isTrial: false })
    await beginUpload(context.services, agent, request)
    await db.delete(fileVersion).where(eq(fileVersion.uploadedById, agent.id))
    await db.delete(file).where(eq(file.userId, agent.id))
    await db.delete(upload).where(eq(upload.userId, agent.id))
  })

  test('a file that is deleted permanently must be archived first, and belong to the agent', async () => {
    const { id } = await context.add('In use.pdf', pdf())
    await expect(deleteFiles(context.services, context.agent, [id])).rejects.toMatchObject({ status: 409 })
    await archiveFiles(context.database.db, context.agent, [id])
    await expect(deleteFiles(context.services, context.otherAgent, [id])).rejects.toMatchObject(notFound)
    expect(await rowOf(id)).toMatchObject({ deletedAt: null })
  })

  test('what the agent changes while a file is prepared is kept', async () => {
    const { id } = await context.add('Scan_20260102.pdf', pdf('LAND INFORMATION MEMORANDUM'))
    await context.database.db.update(file).set({ name: 'My own name', kind: 'title' }).where(eq(file.id, id))
    await context.settle()
    expect(await rowOf(id)).toMatchObject({ name: 'My own name', kind: 'title', state: 'ready' })
  })
})

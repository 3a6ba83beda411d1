import { expect, onTestFinished, test } from 'vitest'
import { createMediaWorker } from '#platform/media/mediaWorker.server.ts'
import { newStorageKey, variantKey } from '#platform/storage/storageKeys.server.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { bookPdf, endlessPdf, lockedPdf } from '../../../../test/fixtures/content/pdf.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { cachedMediaProgram } from '../../../../test/support/services/mediaWorker.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { readPageContents } from './pageContents.server.ts'
import { prepareFileJob } from './prepareFile.server.ts'

async function openStoredPdf(bytes: Buffer) {
  const { services, database, close } = await openServices()
  onTestFinished(close)
  const path = newStorageKey('documents')
  await services.storage.write(path, bytes, 'application/pdf')
  return { services, db: database.db, pdf: { path, size: bytes.length, userId: 'usr_test' } }
}

const report = [['Building report', 'Weathertight'], ['Roof'], []]

test('the text, size and picture of each page are stored when a document is prepared', async () => {
  const bytes = bookPdf(report)
  const { services, db, pdf } = await openStoredPdf(bytes)
  const agent = await createAgent(db)
  const waiting = { state: 'processing', contentType: 'application/pdf', size: bytes.length } as const
  await createFile(db, { agent, name: 'Report', path: pdf.path, ...waiting })
  await prepareFileJob.work(services, { fileId: '', path: '' }, { id: 'job' })
  expect(await services.storage.stat(variantKey(pdf.path, 'pages'))).toBeDefined()
  const pages = await readPageContents(services, pdf)
  expect(pages.map(({ text }) => text)).toEqual(['Building report\nWeathertight', 'Roof', ''])
  expect(pages[0]).toMatchObject({ width: 595, height: 842 })
  const [first, second, blank] = pages.map(({ fingerprint }) => Buffer.from(fingerprint ?? '', 'base64'))
  expect(first).toHaveLength(256)
  expect(first).not.toEqual(second)
  expect(blank?.every((grey) => grey === 255)).toBe(true)
})

test('the pages of a document from before are read when they are first needed', async () => {
  const { services, pdf } = await openStoredPdf(bookPdf(report))
  expect(await readPageContents(services, pdf)).toHaveLength(3)
  await services.storage.remove(pdf.path)
  expect(await readPageContents(services, pdf)).toHaveLength(3)
})

test('a document with a password, or with a page that takes forever, has no pages, and nobody tries again', async () => {
  for (const bytes of [lockedPdf(), endlessPdf()]) {
    const { services, pdf } = await openStoredPdf(bytes)
    const media = createMediaWorker({ script: cachedMediaProgram, timeLimitMs: 1_500 })
    onTestFinished(media.close)
    expect(await readPageContents({ ...services, media }, pdf)).toEqual([])
    await services.storage.remove(pdf.path)
    expect(await readPageContents(services, pdf)).toEqual([])
  }
})

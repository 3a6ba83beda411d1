import { asc, eq, isNotNull } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { file } from '#db/schema/files.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { createMediaWorker } from '#platform/media/mediaWorker.server.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { endlessPdf, textPdf } from '../../../../test/fixtures/content/pdf.ts'
import { phonePhoto } from '../../../../test/fixtures/content/photos.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { cachedMediaProgram } from '../../../../test/support/services/mediaWorker.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { prepareFileJob } from './prepareFile.server.ts'

/** Files that wait for a worker, and a worker that prepares one when it is told to. */
async function openWaitingRoom() {
  const { services, database, close } = await openServices()
  onTestFinished(close)
  const { db } = database
  let jobs = 0
  return {
    db,
    services,
    async addWaiting(agent: Agent, name: string, bytes: Buffer, contentType = 'application/pdf') {
      const type = contentType.startsWith('image/') ? 'image' : 'file'
      const waiting = { state: 'processing', kind: 'other', size: bytes.length } as const
      const { path } = await createFile(db, { agent, name, type, contentType, ...waiting })
      await services.storage.write(path, bytes, contentType)
    },
    prepareNext: (parts = services, jobId = `job ${jobs++}`) =>
      prepareFileJob.work(parts, { fileId: '', path: '' }, { id: jobId }),
    readFile: async (name: string) => (await db.select().from(file).where(eq(file.name, name)))[0],
    listPrepared: async () =>
      (
        await db
          .select({ name: file.name })
          .from(file)
          .where(isNotNull(file.preparationStartedAt))
          .orderBy(asc(file.preparationStartedAt))
      ).map(({ name }) => name),
  }
}

test('threat 79: agents take turns, each with their photos first, regardless of how much one of them has uploaded', async () => {
  const { db, addWaiting, prepareNext, listPrepared } = await openWaitingRoom()
  const [busy, other] = [await createAgent(db), await createAgent(db)]
  const text = Buffer.from('Rates')
  for (const name of ['busy 1', 'busy 2', 'busy 3']) await addWaiting(busy, name, text, 'text/plain')
  await addWaiting(busy, 'busy photo', await phonePhoto(), 'image/jpeg')
  for (const name of ['other 1', 'other 2']) await addWaiting(other, name, text, 'text/plain')
  for (let turn = 0; turn < 6; turn++) await prepareNext()
  expect(await listPrepared()).toEqual(['busy photo', 'other 1', 'busy 1', 'other 2', 'busy 2', 'busy 3'])
  // No file is left, and an extra job does nothing.
  await prepareNext()
})

test('threat 79: a document that takes too long fails with a reason and is not retried, and others are prepared', async () => {
  const { db, services, addWaiting, prepareNext, readFile } = await openWaitingRoom()
  const [slow, other] = [await createAgent(db), await createAgent(db)]
  const media = createMediaWorker({ script: cachedMediaProgram, timeLimitMs: 2_000 })
  onTestFinished(media.close)
  await addWaiting(slow, 'endless', endlessPdf())
  await addWaiting(other, 'letter', textPdf(['Hello']))
  // A job that ends without an error is not repeated by the queue.
  await prepareNext({ ...services, media })
  await prepareNext({ ...services, media })
  expect(await readFile('endless')).toMatchObject({
    state: 'failed',
    failure: 'This file took too long to prepare.',
    preparationJobId: null,
  })
  expect(await readFile('letter')).toMatchObject({ state: 'ready', pageCount: 1 })
})

test('an interrupted job prepares its file again', async () => {
  const { db, services, addWaiting, prepareNext, readFile } = await openWaitingRoom()
  const agent = await createAgent(db)
  for (const name of ['first', 'second']) await addWaiting(agent, name, textPdf([name]))
  const closed = createMediaWorker()
  await closed.close()
  await expect(prepareNext({ ...services, media: closed }, 'interrupted')).rejects.toMatchObject({ retryable: true })
  expect(await readFile('first')).toMatchObject({ state: 'failed', preparationJobId: 'interrupted' })
  await prepareNext(services, 'interrupted')
  expect(await readFile('first')).toMatchObject({ state: 'ready', failure: null })
  expect(await readFile('second')).toMatchObject({ state: 'processing' })
})

import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { mediaDesk, mediaFolder } from '../../../test/support/mediaFolder.ts'
import { endlessPdf, textPdf } from '../../../test/support/pdf.ts'
import { phonePhoto } from '../../../test/support/pictures.ts'
import { projectRoot } from '../paths.server.ts'
import { builtThread } from './mediaWorker.server.ts'

describe.each([
  ['from the sources', undefined],
  ['as it is built', builtThread],
])('the thread %s', (_how, script) => {
  test('sniffs, and prepares photos, HEIC photos and documents', async () => {
    const { media, folder, put } = await mediaDesk({ script })
    const heic = join(folder, 'phone.heic')
    await copyFile(join(projectRoot, 'test/fixtures/phone.heic'), heic)
    const lim = await put('lim.pdf', textPdf(['Land Information Memorandum']))
    const front = await put('front.jpg', await phonePhoto())

    const answers = await Promise.all([
      media.sniff(heic, { name: 'phone.heic' }),
      media.processImage(heic, folder),
      media.processImage(front, folder),
      media.processPdf(lim, folder),
    ])
    expect(answers).toMatchObject([
      { accepted: true, type: 'image/heic' },
      { width: 96, height: 64 },
      { width: 800, height: 1200 },
      { pages: 1, text: 'Land Information Memorandum' },
    ])
  })
})

test('threat 35: a file that never ends is given up, while the process goes on and the next file is prepared', async () => {
  const { media, folder, put } = await mediaDesk({ timeLimit: 8_000 })
  const endless = media.processPdf(await put('endless.pdf', endlessPdf()), folder)
  const next = media.sniff(await put('next.pdf', textPdf(['Next'])))

  let turns = 0
  const beat = setInterval(() => turns++, 5)
  // The limit itself is a timer of this thread: had the file stopped this thread, it would never end.
  await expect(endless).rejects.toMatchObject({
    name: 'MediaFailure',
    message: 'This file took too long to prepare.',
    retryable: true,
  })
  clearInterval(beat)
  expect(turns).toBeGreaterThan(1)
  expect(await next).toEqual({ accepted: true, type: 'application/pdf' })
})

test('threat 35: a thread that breaks fails its file alone', async () => {
  const { media, put } = await mediaDesk({ script: await threadThat('throw new Error("Broken.")') })
  const path = await put('a.txt', 'Hello')
  const failure = { name: 'MediaFailure', message: 'This file could not be prepared.', retryable: true }
  await expect(media.sniff(path)).rejects.toMatchObject(failure)
  await expect(media.sniff(path)).rejects.toMatchObject(failure)
})

test('so does one that ends without a word', async () => {
  const { media, put } = await mediaDesk({ script: await threadThat('process.exit()') })
  await expect(media.sniff(await put('a.txt', 'Hello'))).rejects.toMatchObject({ retryable: true })
})

test('so does one that uses up its memory', async () => {
  const grow = 'const all = []; for (;;) all.push(new Array(10_000).fill(0))'
  const { media, put } = await mediaDesk({ script: await threadThat(grow), heapLimit: 32 })
  await expect(media.sniff(await put('a.txt', 'Hello'))).rejects.toMatchObject({
    retryable: true,
    cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' },
  })
})

/** A thread that does something else than ours with each file. */
async function threadThat(deed: string) {
  const { put } = await mediaFolder()
  const listen = `import { parentPort, threadId } from 'node:worker_threads'\nparentPort.on('message', () => { ${deed} })\n`
  return put('thread.mjs', listen)
}

test('what is under way when it closes, and what waits, may be tried again', async () => {
  const { media, folder, put } = await mediaDesk({})
  const path = await put('endless.pdf', endlessPdf())
  const tasks = [media.processPdf(path, folder), media.sniff(path)]
  const ends = Promise.allSettled(tasks)
  await media.close()
  const interrupted = { reason: { message: 'The preparation of this file was interrupted.', retryable: true } }
  expect(await ends).toMatchObject([interrupted, interrupted])
  await expect(media.sniff(path)).rejects.toMatchObject(interrupted.reason)
})

test('one thread serves file after file, until it has had nothing to do for a while', async () => {
  const script = await threadThat('parentPort.postMessage({ result: threadId })')
  const busy = await mediaDesk({ script })
  const path = await busy.put('a.txt', 'Hello')
  expect(await busy.media.sniff(path)).toBe(await busy.media.sniff(path))

  const idle = await mediaDesk({ script, idleAfter: 1 })
  const first = await idle.media.sniff(path)
  await eventually(async () => (await idle.media.sniff(path)) !== first)
})

test('a file that is not there is no fault of the file', async () => {
  const { media, folder } = await mediaDesk({})
  await expect(media.processImage(join(folder, 'gone.jpg'), folder)).rejects.toMatchObject({
    message: 'This file could not be prepared.',
    retryable: true,
    cause: expect.stringContaining('ENOENT'),
  })
})

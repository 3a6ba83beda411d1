import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endlessPdf, recursivePdf, textPdf } from '../../../test/fixtures/content/pdf.ts'
import { phonePhoto } from '../../../test/fixtures/content/photos.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openMediaFolder, openMediaWorker } from '../../../test/support/services/mediaWorker.ts'
import { projectRoot } from '../config/projectRoot.server.ts'
import { limitsFromArguments, limitsToArguments } from './mediaLimits.server.ts'
import type { MediaTask } from './mediaTasks.ts'
import { builtMediaProgram } from './mediaWorker.server.ts'

const MEGABYTE = 1024 * 1024

describe.each([
  ['from the sources', undefined],
  ['as it is built', builtMediaProgram],
])('the media process %s', (_how, script) => {
  test('inspects uploads and prepares photos, HEIC photos and documents', async () => {
    const { media, folder, put } = await openMediaWorker({ script })
    const heic = join(folder, 'phone.heic')
    await copyFile(join(projectRoot, 'test/samples/phone.heic'), heic)
    const lim = await put('lim.pdf', textPdf(['Land Information Memorandum']))
    const front = await put('front.jpg', await phonePhoto())

    const answers = await Promise.all([
      media.inspect(heic, { name: 'phone.heic' }),
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

test('threat 35: a file that takes forever fails permanently, and the next one is prepared', async () => {
  const { media, folder, put } = await openMediaWorker({ timeLimitMs: 2_000 })
  const endless = media.processPdf(await put('endless.pdf', endlessPdf()), folder)
  const next = media.processPdf(await put('next.pdf', textPdf(['Next'])), folder)
  await expect(endless).rejects.toMatchObject({
    name: 'MediaError',
    message: 'This file took too long to prepare.',
    retryable: false,
  })
  expect(await next).toMatchObject({ text: 'Next' })
})

test('threat 79: interactive work does not queue behind a slow document', async () => {
  const { media, folder, put } = await openMediaWorker({})
  const path = await put('endless.pdf', endlessPdf())
  const endless = media.processPdf(path, folder)
  const ended = expect(endless).rejects.toMatchObject({ name: 'MediaError' })
  // Finished while the document is still being prepared: with one queue this would be later.
  const first = await Promise.race([endless.catch(() => 'the document'), media.inspect(path).then(() => 'the upload')])
  expect(first).toBe('the upload')
  await media.close()
  await ended
})

test('threat 79: a small document that uses all memory fails permanently, and the next one is prepared', async () => {
  const { media, folder, put } = await openMediaWorker({
    timeLimitMs: 60_000,
    maxRssBytes: { background: 250 * MEGABYTE },
  })
  const bytes = recursivePdf()
  expect(bytes.length).toBeLessThan(700)
  const recursive = media.processPdf(await put('recursive.pdf', bytes), folder)
  const next = media.processPdf(await put('next.pdf', textPdf(['Next'])), folder)
  await expect(recursive).rejects.toMatchObject({ message: expect.stringContaining('too complex'), retryable: false })
  expect(await next).toMatchObject({ text: 'Next' })
})

test('owners take turns, regardless of how many requests one of them has', async () => {
  const script = await programThat('process.send({ result: input, rssBytes: 0 })')
  const { media } = await openMediaWorker({ script })
  const order: string[] = []
  const ask = (owner: string, what: string) => media.run(echo, what, owner).then((answer) => order.push(answer))
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((what) => ask('usr_a', what)),
    ...['b1', 'b2'].map((what) => ask('usr_b', what)),
    ask('usr_c', 'c1'),
  ])
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('one owner cannot fill the queue', async () => {
  const { media } = await openMediaWorker({ script: await programThat('') })
  const asked = Array.from({ length: 60 }, () => media.run(echo, 'x', 'usr_a'))
  const settled = Promise.allSettled(asked)
  await expect(asked.at(-1)).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  await media.close()
  await settled
})

test('a process that crashes fails its current file only, which can be retried', async () => {
  const { media } = await openMediaWorker({ script: await programThat('process.exit(3)') })
  for (const what of ['one', 'two'])
    await expect(media.run(echo, what, 'usr_a')).rejects.toMatchObject({
      message: 'We couldn’t prepare this file.',
      retryable: true,
    })
})

test('running and queued work can be retried after closing', async () => {
  const { media, folder, put } = await openMediaWorker({})
  const path = await put('endless.pdf', endlessPdf())
  const ends = Promise.allSettled([media.processPdf(path, folder), media.processPdf(path, folder)])
  await media.close()
  const interrupted = { reason: { message: 'Preparing this file was interrupted. Please try again.', retryable: true } }
  expect(await ends).toMatchObject([interrupted, interrupted])
  await expect(media.inspect(path)).rejects.toMatchObject(interrupted.reason)
})

test('one process handles many files, until it is idle or uses too much memory', async () => {
  const pidOf = async (options: { script: string; idleAfterMs?: number }) => {
    const { media } = await openMediaWorker(options)
    return () => media.run(echo, 'x', 'usr_a')
  }
  const small = await programThat('process.send({ result: process.pid, rssBytes: 0 })')
  const askSmall = await pidOf({ script: small })
  expect(await askSmall()).toBe(await askSmall())

  const askIdle = await pidOf({ script: small, idleAfterMs: 1 })
  const first = await askIdle()
  await eventually(async () => (await askIdle()) !== first)

  const askGrown = await pidOf({ script: await programThat('process.send({ result: process.pid, rssBytes: 1e9 })') })
  expect(await askGrown()).not.toBe(await askGrown())
})

test('a missing file is not a permanent failure', async () => {
  const { media, folder } = await openMediaWorker({})
  await expect(media.processImage(join(folder, 'gone.jpg'), folder)).rejects.toMatchObject({
    message: 'We couldn’t prepare this file.',
    retryable: true,
    cause: expect.stringContaining('ENOENT'),
  })
})

test('a media process gets its limits as arguments, and does not start without one of them', () => {
  const limits = { lane: 'background', maxRssBytes: 900 * MEGABYTE, maxWasmBytes: 512 * MEGABYTE } as const
  const [lane = '', rss = '', wasm = ''] = limitsToArguments(limits)
  expect(limitsFromArguments([lane, rss, wasm])).toEqual(limits)
  for (const incomplete of [[], [lane], [lane, rss], [lane, '', wasm], [lane, 'much', wasm], ['other', rss, wasm]])
    expect(() => limitsFromArguments(incomplete)).toThrow('The media process needs')
})

const echo: MediaTask<string, string> = { name: 'echo', lane: 'interactive', timeLimitMs: 10_000 }

/** A media program that does something else than ours with each request. */
async function programThat(action: string) {
  const { put } = await openMediaFolder()
  return put('media.mjs', `process.on('message', ({ input }) => { ${action} })\nprocess.send('ready')\n`)
}

import { execFileSync } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isLong } from '../../../test/support/longRun.ts'
import { temporaryFolder } from '../../../test/support/temporaryFolder.ts'
import { type ZipEntry, zipStream } from './zip.server.ts'

/** What unpackers look for first: where the directory is, in the wide numbers of a zip that is too large for the old ones. */
function readWideDirectory(tail: Buffer) {
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06'))
  const locator = tail.lastIndexOf(Buffer.from('PK\x06\x07'), end)
  const wide = tail.lastIndexOf(Buffer.from('PK\x06\x06'), end)
  return {
    oldEntries: tail.readUInt16LE(end + 10),
    oldOffset: tail.readUInt32LE(end + 16),
    bytesFromWideToEnd: tail.length - wide,
    wideAt: tail.readBigUInt64LE(locator + 8),
    entries: tail.readBigUInt64LE(wide + 32),
    directoryBytes: tail.readBigUInt64LE(wide + 40),
    directoryAt: tail.readBigUInt64LE(wide + 48),
  }
}

test('a zip that needs 64-bit offsets has a ZIP64 directory', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const name of ['LIM report', 'Record of title']) yield { name, content: name }
  }
  const zip = await buffer(zipStream(entries(), 5_000_000_000))
  const found = readWideDirectory(zip)
  expect(found).toMatchObject({ oldEntries: 0xffff, oldOffset: 0xffffffff, entries: 2n })
  expect(Number(found.wideAt)).toBe(zip.length - found.bytesFromWideToEnd)
  expect(Number(found.directoryAt + found.directoryBytes)).toBe(Number(found.wideAt))
  expect(zip.toString('latin1', Number(found.directoryAt), Number(found.directoryAt) + 4)).toBe('PK\x01\x02')
})

/** Nine files of 500 MB, the most that one may have. Zeros are not written, so that the zip takes no room on the disk. */
test.runIf(isLong)('Debian’s unzip reads a zip of more than 4 GB completely', { timeout: 600_000 }, async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'large.zip')
  const zeros = Buffer.alloc(4 * 1024 * 1024)
  const blocks = 125
  async function* content() {
    for (let block = 0; block < blocks; block++) yield zeros
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let entry = 1; entry <= 9; entry++)
      yield { name: `Scan ${entry}.pdf`, content: Readable.from(content(), { objectMode: false }) }
    yield { name: 'After 4 GB.txt', content: 'still readable' }
  }

  const file = await open(path, 'w+')
  onTestFinished(() => file.close())
  let size = 0
  for await (const chunk of zipStream(entries()) as AsyncIterable<Buffer>) {
    if (!chunk.equals(zeros.subarray(0, chunk.length))) await file.write(chunk, 0, chunk.length, size)
    size += chunk.length
  }
  await file.truncate(size)

  expect(size).toBeGreaterThan(4.5e9)
  const unzip = (...args: string[]) => execFileSync('unzip', args, { encoding: 'utf8', maxBuffer: 10_000_000 })
  expect(unzip('-t', path)).toContain('No errors detected')
  expect(unzip('-p', path, 'After 4 GB.txt')).toBe('still readable')
  expect(unzip('-Z', '-1', path).trim().split('\n')).toHaveLength(10)
})

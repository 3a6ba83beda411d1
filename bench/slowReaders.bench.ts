import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createDiskStorage } from '../src/platform/storage/disk/diskStorage.server.ts'
import { newStorageKey } from '../src/platform/storage/storageKeys.server.ts'
import { someBytes } from '../test/fixtures/content/bytes.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { openStoredFiles } from '../test/support/processes/processStats.ts'
import { pdfDownload } from '../test/support/uploader.ts'
import { report } from './support/report.ts'
import { residentMegabytes } from './support/residentMemory.ts'

/** What do 2,000 readers cost who ask for a large file and then take nothing? And are they gone after the time they are given? */
const READERS = 2_000
const AT_ONCE = 100
const STALLED_SECONDS = 30
/** Checks come every six seconds, and a busy machine takes a while to close so many connections. */
const MAX_WAIT_MS = 3 * STALLED_SECONDS * 1000
const FILE_BYTES = 32_000_000
const LOOK_EVERY_MS = 250
const APP_SECRET = 'bench-secret-bench-secret-bench-secret'

const app = await startBuiltApp({
  APP_SECRET,
  STALLED_SECONDS: String(STALLED_SECONDS),
  // Each reader has a different IP address, because one address may have a hundred downloads at most.
  TRUSTED_PROXIES: '127.0.0.1,::1',
})
try {
  const storage = createDiskStorage({ folder: join(app.dataDir, 'files'), secret: APP_SECRET })
  const key = newStorageKey('documents')
  await storage.write(key, someBytes(FILE_BYTES), 'application/pdf')
  const url = new URL(app.url + (await storage.downloadUrl(pdfDownload(key))))
  await fetch(url).then((response) => response.arrayBuffer())
  const memory = () => residentMegabytes(app.process.pid)

  const before = memory()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memory())
  }, LOOK_EVERY_MS)
  const readers: Socket[] = []
  while (readers.length < READERS) {
    const addresses = Array.from({ length: AT_ONCE }, (_, index) => readers.length + index)
    readers.push(...(await Promise.all(addresses.map((address) => beginReading(url, address)))))
  }
  const stalled = openStoredFiles(app).length
  const whileStalled = memory()
  const pageBegan = performance.now()
  const page = await fetch(`${app.url}/about`)
  const pageMilliseconds = performance.now() - pageBegan
  console.log(`${stalled} readers stalled: ${Math.round(whileStalled - before)} MB more, page ${page.status}`)

  // A socket that is not read does not see its end. A reader that is served has a file open.
  const deadline = Date.now() + MAX_WAIT_MS
  const began = performance.now()
  while (openStoredFiles(app).length > 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  const left = openStoredFiles(app).length
  const secondsUntilGone = (performance.now() - began) / 1000
  clearInterval(watch)
  for (const socket of readers) socket.destroy()

  report('slowReaders', {
    memoryGrowthMegabytes: Math.round(peak - before),
    kilobytesPerReader: Math.round(((peak - before) * 1000) / READERS),
    memoryBeforeMegabytes: Math.round(before),
    memoryAfterMegabytes: Math.round(memory()),
    readers: READERS,
    stalled,
    leftAfterTimeout: left,
    secondsUntilGone: Math.round(secondsUntilGone),
    pageMillisecondsMeanwhile: Math.round(pageMilliseconds),
    budgets: { memoryGrowthMegabytes: 300, leftAfterTimeout: 0 },
  })
} finally {
  await app.stop()
}

/** Asks for the file, and takes no more than the first bytes. */
async function beginReading({ port, host, pathname, search }: URL, address: number) {
  const socket = connect(Number(port), '127.0.0.1')
  // An error is a reset, which is how a stalled reader ends.
  socket.on('error', () => {})
  const from = `198.18.${address >> 8}.${address & 255}`
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${from}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

import { flushCompileCache } from 'node:module'
import { createDiskStorage } from '../../../src/platform/storage/disk/diskStorage.server.ts'
import { newStorageKey } from '../../../src/platform/storage/storageKeys.server.ts'
import { contentForKey } from '../../fixtures/content/bytes.ts'

/** Run as a separate process: stores files in every possible way, logs each before it starts, and never exits by itself. */
const [folder = ''] = process.argv.slice(2)
const storage = createDiskStorage({ folder, secret: 'x'.repeat(32) })
const contentType = 'application/pdf'

// A process that is killed would leave no compiled code for the next one.
flushCompileCache()
for (let turn = 0; ; turn++) {
  const key = newStorageKey('documents')
  const content = contentForKey(key)
  process.stdout.write('writing\n')
  await (turn % 2 ? storage.write(key, content, contentType) : upload(key, content))
}

async function upload(key: string, content: Uint8Array<ArrayBuffer>) {
  const begun = { key, contentType, contentLength: content.length }
  const upload = { ...begun, ...(await storage.beginUpload(begun)) }
  const expiresAt = new Date(Date.now() + 60_000)
  for (const { url, headers, offset, length } of await storage.partUrls({ ...upload, expiresAt })) {
    const body = content.subarray(offset, offset + length)
    await storage.serve?.(new Request(`http://localhost${url}`, { method: 'PUT', headers, body }))
  }
  await storage.finishUpload(upload)
}

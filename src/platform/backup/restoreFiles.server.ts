import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Storage } from '../storage/storage.ts'
import { BackupError } from './backupKey.server.ts'
import { filePart, hashFile, type IndexEntry, inOrder, readIndex } from './copyFiles.server.ts'
import type { OpenBackup } from './manifest.server.ts'
import { readPart } from './sealedParts.server.ts'

/** The storage knows its types from the database. */
const CONTENT_TYPE = 'application/octet-stream'

/** Files of an interrupted restore of the same backup may be there: they are written again. */
export async function requireEmptyStorage(storage: Storage, { folder, key, manifest }: OpenBackup) {
  const entries = readIndex(folder, key, manifest.files)
  let current = await entries.next()
  for await (const { key: stored } of storage.list()) {
    while (!current.done && current.value.key < stored) current = await entries.next()
    if (current.done || current.value.key !== stored)
      throw new BackupError(
        'The storage for files isn’t empty. Restore into an empty folder or bucket; nothing was changed.',
      )
  }
  await entries.return(undefined)
}

/** Writes each file, and reads it back from the storage. */
export async function restoreFiles(storage: Storage, { folder, key, manifest }: OpenBackup) {
  const restore = async (entry: IndexEntry) => {
    await storage.write(entry.key, readPart(folder, key, filePart(entry.key)), CONTENT_TYPE)
    const hash = createHash('sha256')
    for await (const bytes of await storage.read(entry.key)) hash.update(bytes)
    if (hash.digest('hex') !== entry.sha256)
      throw new BackupError(`The file ${entry.key} isn’t as it was backed up. Nothing was restored.`)
  }
  let count = 0
  for await (const _ of inOrder(readIndex(folder, key, manifest.files), restore)) count += 1
  if (count !== manifest.files.count) throw new BackupError('The backup has fewer files than it says.')
}

/** What the payment sandbox knew, unless there is one already. */
export async function restoreSandbox({ folder, key, manifest }: OpenBackup, path: string | undefined) {
  if (!manifest.sandbox || !path || existsSync(path)) return
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const content = readPart(folder, key, manifest.sandbox.name, manifest.sandbox)
  await writeFile(path, content, { mode: 0o600, flush: true })
}

/** Reads every part of a backup to its end. Throws what is wrong with the first that is not as it was written. */
export async function verifyBackup({ folder, key, manifest }: OpenBackup) {
  const parts = [...manifest.tables, manifest.jobs].map((table) => table.part)
  for (const part of manifest.sandbox ? [...parts, manifest.sandbox] : parts)
    for await (const _ of readPart(folder, key, part.name, part));
  const check = async (entry: IndexEntry) => {
    const { size, sha256 } = await hashFile(folder, key, entry.key)
    if (size !== entry.size || sha256 !== entry.sha256)
      throw new BackupError(`The backup is damaged or was changed: the file ${entry.key} is another one.`)
  }
  let count = 0
  for await (const _ of inOrder(readIndex(folder, key, manifest.files), check)) count += 1
  if (count !== manifest.files.count) throw new BackupError('The backup has fewer files than it says.')
}

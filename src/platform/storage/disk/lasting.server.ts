import { createWriteStream } from 'node:fs'
import { link, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isMissing } from './kept.server.ts'

type Content = Uint8Array | AsyncIterable<Uint8Array>

/** A sender who stalls holds one of these. */
const BUFFER_BYTES = 64 * 1024

/**
 * Nothing gets its name before all of it is on the disk, so that a crash leaves the whole file or none. A draft that
 * could not be completed is removed; one that a crash left behind is found by its folder.
 */
export async function writeDraft(draft: string, content: Content) {
  const options = { flags: 'wx', mode: 0o600, highWaterMark: BUFFER_BYTES, flush: true }
  try {
    await pipeline(content instanceof Uint8Array ? [content] : content, createWriteStream(draft, options))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Gives a draft its name, unless that is taken. */
export async function publishNew(draft: string, path: string) {
  try {
    await makeFolder(dirname(path))
    await link(draft, path)
    await syncFolder(dirname(path))
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Gives a draft its name, in place of what had it. */
export async function publishReplacing(draft: string, path: string) {
  try {
    await makeFolder(dirname(path))
    await moveDurably(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Makes a folder of parts a file. It takes the place of nothing, and nothing happens if another process was faster. */
export async function publishFolder(draft: string, path: string) {
  await makeFolder(dirname(path))
  try {
    await syncFolder(draft)
    await moveDurably(draft, path)
  } catch (error) {
    if (!isTaken(error) && !isMissing(error)) throw error
  }
}

export async function moveDurably(from: string, to: string) {
  await rename(from, to)
  await syncFolder(dirname(to))
}

async function makeFolder(folder: string) {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await realpath(folder)) !== folder) throw new Error('A folder of the storage is a link.')
  if (!made) return
  for (let path = folder; path.length >= made.length; path = dirname(path)) await syncFolder(dirname(path))
}

/** A name lasts only once its folder is on the disk too. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(String(error.code))

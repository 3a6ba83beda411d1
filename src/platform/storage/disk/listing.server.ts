import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isStorageKey } from '../keys.server.ts'
import type { Unfinished } from '../storage.ts'
import type { Layout } from './layout.server.ts'

/** Folders that cannot hold such a key are not entered. */
export async function* listKeys(root: string, prefix: string, path = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, path), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path + entry.name
    if (isStorageKey(name)) {
      if (name.startsWith(prefix)) yield name
    } else if (entry.isDirectory() && !name.startsWith('.') && mayContain(`${name}/`, prefix))
      yield* listKeys(root, prefix, `${name}/`)
  }
}

const mayContain = (folder: string, prefix: string) => folder.startsWith(prefix) || prefix.startsWith(folder)

/** Uploads that were not finished, and drafts whose writer was killed. */
export async function* listUnfinished({ unfinished, parseUnfinished }: Layout): AsyncGenerator<Unfinished> {
  for (const name of (await readdir(unfinished)).toSorted()) {
    const named = parseUnfinished(name)
    const found = named && (await lstat(join(unfinished, name)).catch(() => undefined))
    if (found) yield { ...named, modifiedAt: found.mtime }
  }
}

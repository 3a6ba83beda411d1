import { randomBytes } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { checkKey, isStorageKey } from '../keys.server.ts'

export type Layout = ReturnType<typeof createLayout>

const UNFINISHED_ID = /^[0-9a-f]{32}$/

/**
 * `documents/3f/3f0a…` is a stored file. `.unfinished/documents.3f.3f0a….<id>` is what may still become one: a file that is being
 * written, or a folder with the parts that have arrived. No key begins with a dot, so neither can be taken for the other.
 */
export function createLayout(folder: string) {
  mkdirSync(join(folder, '.unfinished'), { recursive: true, mode: 0o700 })
  const root = realpathSync(folder)
  const unfinished = join(root, '.unfinished')
  return {
    root,
    unfinished,
    fileOf: (key: string) => join(root, checkKey(key)),
    unfinishedOf: (key: string, id: string) => join(unfinished, `${checkKey(key).replaceAll('/', '.')}.${checkId(id)}`),
    parseUnfinished(name: string) {
      const cut = name.lastIndexOf('.')
      const [key, uploadId] = [name.slice(0, cut).replaceAll('.', '/'), name.slice(cut + 1)]
      return isStorageKey(key) && UNFINISHED_ID.test(uploadId) ? { key, uploadId } : undefined
    },
  }
}

export const newUnfinishedId = () => randomBytes(16).toString('hex')

export const partName = (number: number) => String(number).padStart(5, '0')

function checkId(id: string) {
  if (!UNFINISHED_ID.test(id)) throw new TypeError('That is not the id of an upload.')
  return id
}

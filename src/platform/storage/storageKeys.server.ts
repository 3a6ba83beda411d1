import { randomBytes } from 'node:crypto'

/** `documents/3f/3f0a…`: a folder for each type, with subfolders that stay small. A key never contains a file's name. */
const KEY = /^[a-z]{1,20}\/([0-9a-f]{2})\/\1[0-9a-f]{30}(-[a-z0-9]{1,40})?$/

export function newStorageKey(folder: string) {
  const id = randomBytes(16).toString('hex')
  return requireStorageKey(`${folder}/${id.slice(0, 2)}/${id}`)
}

/** A picture that was made from a file is stored beside it: `photos/3f/3f0a…-w640`. */
export const variantKey = (key: string, variant: string) => requireStorageKey(`${key}-${variant}`)

/** The key of the file that a variant was made from; an original's own key. */
export const originalKey = (key: string) => key.replace(/-[a-z0-9]+$/, '')

export const isStorageKey = (text: string) => KEY.test(text)

/** Every path and object name is built from a key that this accepts. */
export function requireStorageKey(key: string) {
  if (!isStorageKey(key)) throw new TypeError('That is not the key of a stored file.')
  return key
}

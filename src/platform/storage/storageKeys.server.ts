import { randomBytes } from 'node:crypto'

/** `documents/3f/3f0a…`: a folder for each kind, and below it folders that stay small. No name of a person's file is ever part of it. */
const KEY = /^[a-z]{1,20}\/([0-9a-f]{2})\/\1[0-9a-f]{30}(-[a-z0-9]{1,20})?$/

export function newStorageKey(folder: string) {
  const id = randomBytes(16).toString('hex')
  return checkKey(`${folder}/${id.slice(0, 2)}/${id}`)
}

/** What was made from a file lies beside it: `photos/3f/3f0a…-w640`. */
export const variantKey = (key: string, variant: string) => checkKey(`${key}-${variant}`)

/** The file that a variant was made from; itself, if it is one. */
export const originalKey = (key: string) => key.replace(/-[a-z0-9]+$/, '')

export const isStorageKey = (text: string) => KEY.test(text)

/** Every path and every object name is made from what this lets through. */
export function checkKey(key: string) {
  if (!isStorageKey(key)) throw new TypeError('That is not the key of a stored file.')
  return key
}

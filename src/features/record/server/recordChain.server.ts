import { createHash, createHmac } from 'node:crypto'
import {
  type AppSecret,
  currentKey,
  isSameText,
  type Keyring,
  keyBytes,
  type PurposeKey,
  toKeyring,
} from '#platform/secrets/keyring.server.ts'
import type { recordKinds } from '#values/disclosureValues.ts'

export type RecordKind = (typeof recordKinds)[number]
export type RecordDetails = Record<string, string | number | boolean | null>

/** An entry as it is hashed. Times are text, because PostgreSQL's are finer than JavaScript's. */
export interface ChainEntry {
  listingId: string
  sequence: number
  kind: RecordKind
  subjectId: string | null
  fileId: string | null
  version: number | null
  details: RecordDetails
  /** ISO 8601 in UTC, to the millisecond. */
  recordedAt: string
  previousHash: string
  hash: string
}

/** The sealed end of a record. */
export interface ChainHead {
  listingId: string
  length: number
  hash: string
  seal: string
}

/** What the first entry has as the hash of the one before. */
export const FIRST_HASH = ''

/** JSON with sorted keys and no white space, so that the same entry is always the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

export function hashEntry({ hash: _, previousHash, ...facts }: ChainEntry) {
  return createHash('sha256')
    .update(previousHash + canonicalJson(facts))
    .digest('hex')
}

const KEYS_KEY = Symbol.for('property-files.record-keys')
const globalStore = globalThis as { [KEYS_KEY]?: Keyring }

/**
 * Called once at the start, like `provideServices`: publishing a listing and withdrawing access take only the database, and add to the
 * record too. On the global object, because the development server loads this module a second time.
 */
export function provideRecordKeys(secret: AppSecret) {
  globalStore[KEYS_KEY] = toKeyring(secret)
}

function requireKeys() {
  const keys = globalStore[KEYS_KEY]
  if (!keys) throw new Error('The keys of the record have not been provided.')
  return keys
}

/** Someone who can write to the database but does not know our secret cannot shorten a record: the seal would not fit. */
export const sealHead = (head: Omit<ChainHead, 'seal'>) => sealWith(currentKey(requireKeys(), 'record seal'), head)

const sealWith = (key: PurposeKey, { listingId, length, hash }: Omit<ChainHead, 'seal'>) =>
  createHmac('sha256', keyBytes(key))
    .update(canonicalJson([listingId, length, hash]))
    .digest('base64url')

/** With the current secret or one before it. */
export const isSealedByUs = (head: ChainHead) =>
  requireKeys()
    .derive('record seal')
    .some((key) => isSameText(head.seal, sealWith(key, head)))

/** Whom an entry is about, without saying who. The same for good: a change of APP_SECRET makes nobody someone else. */
export function recordSubjectId({ leadId, inviteeId }: RecordPerson, listingId: string) {
  return createHmac('sha256', requireKeys().fixed('record subject'))
    .update(canonicalJson([listingId, leadId, inviteeId ?? null]))
    .digest('hex')
    .slice(0, SUBJECT_ID_DIGITS)
}

/** 128 bits. */
const SUBJECT_ID_DIGITS = 32

/** A lead, or someone whom they invited. */
export interface RecordPerson {
  leadId: string
  inviteeId?: string | null
}

/** Checks entries one after the other. `end` says whether they lead to the sealed head. Each returns what is wrong. */
export function createChainCheck(listingId: string) {
  let [length, hash] = [0, FIRST_HASH]
  return {
    add(entry: ChainEntry) {
      length += 1
      if (entry.listingId !== listingId || entry.sequence !== length)
        return `Entry ${length} is missing or out of order.`
      if (entry.previousHash !== hash) return `Entry ${length} does not follow the one before.`
      if (hashEntry(entry) !== entry.hash) return `Entry ${length} was changed.`
      hash = entry.hash
      return undefined
    },
    end(head: ChainHead | undefined) {
      if (!head) return length > 0 ? 'The end of the record is missing.' : undefined
      if (head.listingId !== listingId || head.length !== length || head.hash !== hash)
        return 'Entries at the end are missing or were added.'
      return isSealedByUs(head) ? undefined : 'The end of the record was not sealed by us.'
    },
  }
}

/** What is wrong with a whole record. Nothing if it is as it was written. */
export function findChainError(listingId: string, entries: Iterable<ChainEntry>, head: ChainHead | undefined) {
  const check = createChainCheck(listingId)
  for (const entry of entries) {
    const error = check.add(entry)
    if (error) return error
  }
  return check.end(head)
}

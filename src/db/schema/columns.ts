import { randomFillSync } from 'node:crypto'
import { type AnyPgColumn, customType, text, timestamp } from 'drizzle-orm/pg-core'

export const idPrefixes = {
  user: 'usr',
  file: 'file',
  listing: 'list',
  lead: 'lead',
  notification: 'ntfn',
  event: 'evnt',
  person: 'pers',
  invitee: 'invt',
  agency: 'agcy',
} as const

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const ID_LENGTH = 16

/** Random bytes for 256 ids at a time: fetching 16 for each id takes ten times as long as the rest of it. */
const randomPool = Buffer.alloc(256 * ID_LENGTH)
let usedBytes = randomPool.length

/** 80 random bits in 16 characters that are easy to read aloud (no i, l, o, u). */
export function shortRandomId() {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  let text = ''
  for (const byte of randomPool.subarray(usedBytes, usedBytes + ID_LENGTH)) text += ALPHABET[byte % 32]
  usedBytes += ID_LENGTH
  return text
}

export const newId = (entity: keyof typeof idPrefixes) => `${idPrefixes[entity]}_${shortRandomId()}`

export const id = (entity: keyof typeof idPrefixes) =>
  text()
    .primaryKey()
    .$defaultFn(() => newId(entity))

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const moment = () => timestamp({ withTimezone: true, mode: 'date' })

/** A trigger sets `updatedAt` on every update. */
export const timestampColumns = {
  updatedAt: moment().notNull().defaultNow(),
  createdAt: moment().notNull().defaultNow(),
  archivedAt: moment(),
}

export const foreignKeyActions = { onUpdate: 'cascade', onDelete: 'restrict' } as const

/** A row of another table that this one cannot be without. */
export const requiredReference = (column: () => AnyPgColumn) => text().notNull().references(column, foreignKeyActions)

/**
 * The agency of the listing, lead or other row that this one belongs to, written by a trigger (migration 0032). It never changes: a listing stays in
 * the agency where it was created. No foreign key, because the other row has one.
 */
export const agencyOfParent = () => text().notNull().default('')

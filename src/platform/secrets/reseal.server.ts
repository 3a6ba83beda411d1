import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import type { SealPurpose } from '#values/keyPurposes.ts'
import type { Keyring } from './keyring.server.ts'
import { createSeal } from './seal.server.ts'

/** Where sealed values are stored. */
export interface SealedColumn {
  /** For the operator. */
  name: string
  purpose: SealPurpose
  table: SQL
  /** An expression that names one row, as text. */
  key: SQL
  /** An expression for the sealed value, which may be null. */
  value: SQL
  /** The assignment that replaces it by `given.value`. */
  set: SQL
}

export interface SealCount {
  name: string
  /** Sealed with another secret than the current one, or before values named their secret. */
  old: number
  /** Of these, what no secret in the keyring opens. */
  unreadable: number
}

const ROWS_PER_BATCH = 500
const Row = z.object({ key: z.string(), value: z.string() })
type Row = z.infer<typeof Row>

/**
 * Counts what is not sealed with the current secret. With `isReseal` it is sealed again, in batches that commit by themselves: it can be stopped and
 * started again. A row that someone writes meanwhile keeps what they have written, because it is replaced only as it was read.
 */
export async function resealColumn(db: Db, keyring: Keyring, column: SealedColumn, isReseal: boolean) {
  const seal = createSeal(keyring, column.purpose)
  const count: SealCount = { name: column.name, old: 0, unreadable: 0 }
  for await (const batch of readOld(db, keyring, column)) {
    const readable = batch.flatMap(({ opened, ...row }) =>
      opened ? [{ ...row, replacement: seal.close(opened.value) }] : [],
    )
    count.old += batch.length
    count.unreadable += batch.length - readable.length
    if (isReseal && readable.length > 0) await replace(db, column, readable)
  }
  return count
}

/** The rows that no secret in the keyring opens. */
export async function listUnreadable(db: Db, keyring: Keyring, column: SealedColumn) {
  const keys: string[] = []
  for await (const batch of readOld(db, keyring, column))
    for (const { key, opened } of batch) if (!opened) keys.push(key)
  return keys
}

/** What is not sealed with the current secret, in batches, with what is in it if a secret opens it. */
async function* readOld(db: Db, keyring: Keyring, column: SealedColumn) {
  const seal = createSeal(keyring, column.purpose)
  for (let after = ''; ; ) {
    const batch = await listOld(db, keyring, column, after)
    yield batch.map((row) => ({ ...row, opened: tryToOpen(seal, row.value) }))
    if (batch.length < ROWS_PER_BATCH) return
    after = batch.at(-1)?.key ?? ''
  }
}

async function listOld(db: Db, keyring: Keyring, { table, key, value }: SealedColumn, after: string) {
  const { rows } = await db.execute(sql`select ${key} as key, ${value} as value from ${table}
    where ${value} is not null and ${value} not like ${`%.${escapeLike(keyring.id)}`} and ${key} > ${after}
    order by ${key} limit ${ROWS_PER_BATCH}`)
  return z.array(Row).parse(rows)
}

/** Ids are base64url, and `_` is a wildcard. */
const escapeLike = (text: string) => text.replaceAll('_', '\\_')

/** Nothing if no secret opens it. */
function tryToOpen(seal: ReturnType<typeof createSeal>, value: string) {
  try {
    return { value: seal.open(value) }
  } catch {
    return undefined
  }
}

async function replace(db: Db, { table, key, value, set }: SealedColumn, rows: (Row & { replacement: string })[]) {
  const given = JSON.stringify(rows.map((row) => ({ key: row.key, before: row.value, value: row.replacement })))
  await db.execute(sql`update ${table} set ${set}
    from jsonb_to_recordset(${given}::jsonb) as given (key text, before text, value text)
    where ${key} = given.key and ${value} = given.before`)
}

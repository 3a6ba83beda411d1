import { Readable } from 'node:stream'
import { and, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import type { ZipEntry } from '#platform/downloads/zip.server.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'

export const ROWS_PER_PAGE = 1_000

export interface ExportEntry {
  name: string
  /** Called when the entry is due, so that one file or one page of rows is open at a time. */
  open(): ZipEntry['content'] | Promise<ZipEntry['content']>
  compress?: boolean
}

export const jsonEntry = (name: string, rows: unknown): ExportEntry => ({
  name: `${name}.json`,
  open: () => JSON.stringify(rows, null, 2),
})
export const streamEntry = (name: string, rows: () => AsyncIterable<unknown>): ExportEntry => ({
  name: `${name}.json`,
  open: () => Readable.from(jsonArray(rows()), { objectMode: false }),
  compress: true,
})
export const tableEntry = (db: Db, name: string, table: ExportedTable) => streamEntry(name, () => readTable(db, table))

export interface ExportedTable {
  table: PgTable & { id: PgColumn }
  time: PgColumn
  isOwn: SQL
  /** All columns by default. */
  columns?: Record<string, PgColumn>
}

async function* jsonArray(rows: AsyncIterable<unknown>) {
  let separator = '[\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(row, null, 2)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}

/** The oldest row first, a page of rows at a time. */
async function* readTable(db: Db, { table, time, isOwn, columns = getTableColumns(table) }: ExportedTable) {
  const order = { key: time, of: 'moments', direction: 'asc' } as const
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const paging = keysetPage('export', order, table.id, cursor)
    const rows = await db
      .select({ id: sql<string>`${table.id}`, key: paging.key, row: columns })
      .from(table)
      .where(and(isOwn, paging.after))
      .orderBy(...paging.orderBy)
      .limit(ROWS_PER_PAGE + 1)
    for (const { row } of rows.slice(0, ROWS_PER_PAGE)) yield row
    cursor = paging.next(rows, ROWS_PER_PAGE)
  }
}

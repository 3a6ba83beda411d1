import pg from 'pg'
import type { Sql } from '#db/connection.server.ts'

/** What of the tables is not in migrations, or is needed to copy their rows. */

export const quote = pg.escapeIdentifier
const quoteAll = (names: string[]) => names.map(quote).join(', ')

/** Tables of the application, partitioned ones as a whole. Generated columns are left out: they can't be written. */
export function listTables(sql: Sql) {
  return sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`
}

/** A role's settings must not change how rows are written. */
export const COPY_SETTINGS = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '60s';
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = public`

export const copyOut = (table: string, columns: string[]) =>
  `copy (select ${quoteAll(columns)} from ${table}) to stdout`

export const copyIn = (table: string, columns: string[]) => `copy ${table} (${quoteAll(columns)}) from stdin`

/** Jobs that have not ended: what has is only a log. */
export const WAITING_JOBS = `(select * from pgboss.job where state < 'completed') waiting`

export async function listJobColumns(sql: Sql) {
  const rows = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'pgboss.job'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`
  return rows.map(({ name }) => name)
}

export function listMonthPartitions(sql: Sql) {
  return sql<{ name: string; parent: string; bound: string }>`
    select part.relname as name, parent.relname as parent, pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where part.relkind = 'r' and part.relnamespace = 'public'::regnamespace
      and pg_get_partkeydef(parent.oid) like 'RANGE %' and pg_get_expr(part.relpartbound, part.oid) <> 'DEFAULT'
    order by part.relname`
}

export function listForeignKeys(sql: Sql) {
  return sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
    order by 1, 2`
}

export async function listMigrations(sql: Sql) {
  const [found] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`
  if (!found?.exists) return []
  const rows = await sql`select created_at as "createdAt" from drizzle.__drizzle_migrations order by created_at`
  return rows.map(({ createdAt }) => Number(createdAt))
}

import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '#db/client.server.ts'
import { openConnection, type Sql } from '#db/connection.server.ts'
import { connectionOptions } from '#db/connectionUrl.server.ts'
import { eventually } from './eventually.ts'

/**
 * A migrated, empty database for one test file, or one without any tables. Call inside a test or a beforeAll; `drop` it in afterAll there.
 */
export async function createDatabase(copied: 'property_files' | 'template0' = 'property_files') {
  const template = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = withDatabase(template, name)
  // Copying the files takes half the processor time of writing each page to the log, which is the default.
  await administrate(template, `create database ${name} template ${copied} strategy file_copy`)
  const database = openDatabase(url, { max: 5, name: 'tests' })
  const drop = async () => {
    await database.close()
    await administrate(template, `drop database ${name} with (force)`)
  }
  /** Makes the database unreachable while `action` runs. */
  const whileAway = async (action: () => Promise<unknown>) => {
    const allow = (allowed: boolean) => administrate(template, `alter database ${name} allow_connections ${allowed}`)
    await allow(false)
    await administrate(template, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    try {
      await action()
    } finally {
      await allow(true)
    }
  }
  return { ...database, url, name, drop, whileAway }
}

/** The same, dropped by itself when the running test ends. */
export async function freshDatabase(...copied: Parameters<typeof createDatabase>) {
  const database = await createDatabase(...copied)
  onTestFinished(database.drop)
  return database
}

/** Until a statement in this database waits for a lock of another transaction. */
export const waitForBlockedStatement = ({ sql }: { sql: Sql }, atLeast = 1) =>
  eventually(async () => {
    const blocked = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return blocked.length >= atLeast
  })

/** What a write fails with while `whileRefusingRows` runs. */
export const ROW_REFUSED = { cause: { message: 'refused for a test' } }

/** PostgreSQL refuses new and changed rows of a table while `action` runs. `when` is an SQL condition on the row, which is `new`. */
export async function whileRefusingRows(
  { sql }: { sql: Sql },
  { table, when = 'true' }: { table: string; when?: string },
  action: () => Promise<unknown>,
) {
  await sql.raw(`
    create function refuse() returns trigger language plpgsql as $$
      begin if ${when} then raise exception '${ROW_REFUSED.cause.message}'; end if; return new; end $$;
    create trigger refuse before insert or update on ${table} for each row execute function refuse();`)
  try {
    await action()
  } finally {
    await sql.raw('drop function refuse cascade')
  }
}

/** For `whileRefusingRows`: nothing can be emailed. */
export const EMAILS = { table: 'pgboss.job_common', when: `new.name = 'mail'` }

function withDatabase(template: string, name: string) {
  const url = new URL(template)
  url.pathname = `/${name}`
  return url.href
}

let administrator: ReturnType<typeof openAdministrator> | undefined

/** One connection for all databases of a worker, which ends with it. */
async function administrate(template: string, statement: string) {
  const options = connectionOptions(withDatabase(template, 'postgres'))
  administrator ??= openAdministrator({ ...options, connectionTimeoutMillis: 60_000 })
  const client = await administrator
  await client.query(statement)
}

async function openAdministrator(options: Parameters<typeof openConnection>[0]) {
  const client = await openConnection(options)
  // The kernel copies the files: an eighth less processor time. Servers before 18 cannot ask it to.
  await client.query(`select set_config(name, 'clone', false) from pg_settings
    where name = 'file_copy_method' and 'clone' = any(enumvals)`)
  return client
}

import { eq, getTableName, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createListing } from '../../test/fixtures/listings.ts'
import { freshDatabase } from '../../test/support/database.ts'
import { isLong } from '../../test/support/longRun.ts'
import { idPrefixes, newId } from './schema/columns.ts'
import { event, file, lead, listing, notification, user } from './schema/index.ts'

const entities = { user, file, listing, lead, notification, event }
const every = ['id', 'updatedAt', 'createdAt', 'archivedAt']

describe('the six entities of the specification', () => {
  const specified = {
    user: [
      'email',
      'emailVerified',
      'password',
      'firstName',
      'lastName',
      'phone',
      'subscriptionId',
      'subscriptionCustomerId',
      'subscriptionActive',
    ],
    file: ['path', 'name', 'rank', 'userId', 'listingId', 'type', 'contentType'],
    listing: ['title', 'subtitle', 'description', 'slug', 'userId'],
    lead: ['firstName', 'lastName', 'email', 'phone', 'note', 'listingId'],
    notification: ['type', 'listingId', 'leadId'],
    event: [
      'event',
      'isUnique',
      'hash',
      'country',
      'region',
      'city',
      'device',
      'os',
      'browser',
      'hostname',
      'pathname',
      'referrerHostname',
      'referrerPathname',
      'listingId',
      'leadId',
      'fileId',
    ],
  }
  const required = {
    user: ['email', 'password'],
    file: ['path', 'name', 'userId'],
    listing: ['title', 'subtitle', 'description', 'slug'],
    lead: ['firstName', 'lastName', 'email', 'phone', 'note', 'listingId'],
    notification: ['type'],
    event: ['event'],
  }
  const defaults = {
    user: {
      emailVerified: 'false',
      firstName: "''::text",
      lastName: "''::text",
      phone: "''::text",
      subscriptionId: "''::text",
      subscriptionCustomerId: "''::text",
      subscriptionActive: 'false',
    },
    file: { type: "'file'::text" },
    listing: {},
    lead: {},
    notification: {},
    event: { isUnique: 'false' },
  }

  test.each(Object.keys(specified) as (keyof typeof specified)[])(
    '%s has its fields, required ones and defaults',
    async (name) => {
      const { sql } = await freshDatabase()
      const columns =
        await sql`select column_name as name, is_nullable = 'NO' as required, column_default as initial, data_type as type
      from information_schema.columns where table_schema = 'public' and table_name = ${name}`
      const byName = new Map(columns.map((column) => [column.name, column]))

      expect([...byName.keys()]).toEqual(expect.arrayContaining([...every, ...specified[name]]))
      for (const column of ['createdAt', 'updatedAt', ...required[name]])
        expect(byName.get(column)?.required, column).toBe(true)
      for (const column of ['createdAt', 'updatedAt']) expect(byName.get(column)?.initial).toBe('now()')
      for (const column of ['createdAt', 'updatedAt', 'archivedAt'])
        expect(byName.get(column)?.type).toBe('timestamp with time zone')
      expect(byName.get('archivedAt')?.required).toBe(false)
      for (const [column, initial] of Object.entries(defaults[name]))
        expect(byName.get(column)?.initial, column).toBe(initial)
    },
  )

  test('ids are a prefix, an underscore and a short random id', () => {
    expect(idPrefixes).toEqual({
      user: 'usr',
      file: 'file',
      listing: 'list',
      lead: 'lead',
      notification: 'ntfn',
      event: 'evnt',
      person: 'pers',
      invitee: 'invt',
      agency: 'agcy',
    })
    expect(newId('user')).toMatch(/^usr_[0-9a-z]{16}$/)
  })

  test('threat 23: many ids without collision', () => {
    const COUNT = isLong ? 1_000_000 : 200_000
    const ids = new Set<string>()
    for (let i = 0; i < COUNT; i++) ids.add(newId('lead'))
    expect(ids.size).toBe(COUNT)
  })

  test('email addresses are unique', async () => {
    const { db } = await freshDatabase()
    await db.insert(user).values({ email: 'mia@example.nz', password: 'x' })
    await expect(db.insert(user).values({ email: 'mia@example.nz', password: 'y' })).rejects.toThrow()
  })

  test('events are indexed by hash, and by hash with hostname and pathname', async () => {
    const { sql } = await freshDatabase()
    const indexes = await sql`select indexdef from pg_indexes where tablename = 'event'`
    const columns = indexes.map(({ indexdef }) => indexdef.replace(/.*\(/, '').replace(/[")]/g, ''))
    expect(columns).toEqual(expect.arrayContaining(['hash', 'hash, hostname, pathname']))
  })

  test('every foreign key cascades on update and restricts on delete', async () => {
    const { sql } = await freshDatabase()
    const keys = await sql`select conname, confupdtype, confdeltype from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`
    expect(keys.length).toBeGreaterThanOrEqual(10)
    expect(keys.filter((key) => key.confupdtype !== 'c' || key.confdeltype !== 'r')).toEqual([])
  })

  test('an agent with listings cannot be deleted, and a changed id is followed', async () => {
    const { db } = await freshDatabase()
    const { id } = await createListing(db)

    await expect(db.delete(user)).rejects.toThrow()
    await db.update(user).set({ id: 'usr_renamed000000000' })
    const [moved] = await db.select().from(listing).where(eq(listing.id, id))
    expect(moved?.userId).toBe('usr_renamed000000000')
  })
})

describe('updatedAt', () => {
  test.each(Object.values(entities).map((table) => [getTableName(table)]))(
    'of %s changes with every update, made by any client',
    async (name) => {
      const { sql: client } = await freshDatabase()
      await client.raw(`
      insert into "user" (id, email, password) values ('usr_1', 'a@example.nz', 'x');
      insert into listing (id, title, subtitle, description, slug, "userId") values ('list_1', '', '', '{}', 's', 'usr_1');
      insert into file (id, path, name, "userId") values ('file_1', 'p', 'n', 'usr_1');
      insert into lead (id, "firstName", "lastName", email, phone, note, "listingId") values ('lead_1', '', '', '', '', '', 'list_1');
      insert into notification (id, type) values ('ntfn_1', 't');
      insert into event (id, event) values ('evnt_1', 'listing_view');`)
      const read = async () =>
        (await client.raw(`select "updatedAt"::text as moment, "createdAt"::text as created from "${name}"`))[0]
      const before = await read()
      await client.raw(`update "${name}" set "archivedAt" = now()`)
      const after = await read()
      expect(before?.moment).toBe(before?.created)
      expect(new Date(after?.moment).getTime()).toBeGreaterThanOrEqual(new Date(before?.moment).getTime())
      expect(after?.moment).not.toBe(before?.moment)
      expect(after?.created).toBe(before?.created)
    },
  )

  test('changes through the query builder too', async () => {
    const { db } = await freshDatabase()
    const [before] = await db
      .insert(user)
      .values({ email: 'mia@example.nz', password: 'x' })
      .returning({ at: sql<string>`"updatedAt"::text` })
    const [after] = await db.update(user).set({ firstName: 'Mia' }).returning({ at: sql<string>`"updatedAt"::text` })
    expect(after?.at).not.toBe(before?.at)
  })
})

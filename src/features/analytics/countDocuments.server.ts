import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/file.ts'
import { listing } from '#db/schema/listing.ts'
import type { DocumentCount } from './analytics.ts'
import type { Inquiry } from './inquiry.server.ts'
import { sourcesOf } from './source.server.ts'
import { sumOver } from './sumOver.server.ts'

const MOST = 200

interface Row extends Record<string, unknown> {
  fileId: string
  opens: number
  downloads: number
}

/** What was opened and taken along, the most read first. Documents keep their names, also once they are archived. */
export async function countDocuments(db: Db, inquiry: Inquiry): Promise<DocumentCount[]> {
  const counts = sumOver(
    sourcesOf(inquiry, 'file', inquiry.span),
    ({ event, events }) => {
      const only = (name: string) => sql`coalesce(${events} filter (where ${event} = ${name}), 0)::int`
      return sql`${only('file_view')} as opens, ${only('file_download')} as downloads`
    },
    () => sql`true`,
  )
  const { rows } = await db.execute<Row>(sql`
    select value[1] as "fileId", sum(opens)::int as opens, sum(downloads)::int as downloads
    from ${counts} group by 1 order by opens desc, downloads desc, "fileId" limit ${MOST}`)
  const ids = rows.map(({ fileId }) => fileId)
  const named = ids.length ? await namesOf(db, ids) : []
  const names = new Map(named.map(({ id, ...words }) => [id, words]))
  return rows.map(({ fileId, opens, downloads }) => {
    const { name = '', kind = null, listingTitle = null } = names.get(fileId) ?? {}
    return { fileId, name, kind, listingTitle, opens, downloads }
  })
}

const namesOf = (db: Db, ids: string[]) =>
  db
    .select({ id: file.id, name: file.name, kind: file.kind, listingTitle: listing.title })
    .from(file)
    .leftJoin(listing, eq(listing.id, file.listingId))
    .where(inArray(file.id, ids))

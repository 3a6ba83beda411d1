import type { Database } from '../../src/db/client.server.ts'
import { createAgent } from '../../test/fixtures/agents.ts'

export const LISTINGS = 1_000
export const FILES_PER_LISTING = 5

/** One agent with a thousand listings, each with documents and a lead. */
export async function createBusyAgency({ db, sql }: Database) {
  const { id: userId, agencyId } = await createAgent(db, { password: 'none' })
  const own = userId.slice(4)
  await sql`insert into listing (id, title, subtitle, description, slug, "userId", "publishedAt")
    select 'list_' || ${own} || n, n || ' Rata Street', '', '{"type":"doc","content":[]}', ${own} || n, ${userId}, now() - interval '1 year'
    from generate_series(1, ${LISTINGS}) n`
  await sql`insert into file (id, path, name, "userId", "listingId")
    select 'file_' || ${own} || listing || 'n' || n, listing || '/' || n, 'Document ' || n, ${userId}, 'list_' || ${own} || listing
    from generate_series(1, ${LISTINGS}) listing, generate_series(1, ${FILES_PER_LISTING}) n`
  await sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId")
    select 'lead_' || ${own} || n, 'First' || n, 'Last', n || '@example.nz', '+64215550123', 'Hello', 'list_' || ${own} || n
    from generate_series(1, ${LISTINGS}) n`
  return { userId, agencyId, own }
}

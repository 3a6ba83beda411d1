import { openDatabase } from '../src/db/client.server.ts'
import { user } from '../src/db/schema/accounts.ts'
import { newId } from '../src/db/schema/columns.ts'
import { listing } from '../src/db/schema/listings.ts'
import { attachEmbeddedPostgres } from '../src/platform/embedded/postgres.server.ts'
import type { RunningApp } from '../test/support/app.ts'

type State = Partial<
  Pick<typeof listing.$inferInsert, 'publishedAt' | 'archivedAt' | 'title' | 'subtitle' | 'description' | 'userId'>
>

/** A listing in the running application's own database, published unless told otherwise. */
export async function addListing(app: RunningApp, state: State = { publishedAt: new Date() }) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir), { max: 1 })
  const agent = { id: newId('user'), email: `${newId('user')}@example.test`, password: 'not a hash' }
  const id = newId('listing')
  const home = {
    id,
    title: '12 Rata Street',
    subtitle: 'Three bedrooms in Karori, Wellington',
    description: { type: 'doc', content: [] },
    slug: `12-rata-street-${id.slice(-6)}`,
    userId: agent.id,
    ...state,
  }
  if (home.userId === agent.id) await db.insert(user).values(agent)
  await db.insert(listing).values(home)
  await close()
  return home
}

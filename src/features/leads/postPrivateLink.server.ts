import type { Db } from '#db/client.server.ts'
import type { lead } from '#db/schema/lead.ts'
import type { listing } from '#db/schema/listing.ts'
import type { Services } from '#platform/services.server.ts'
import { leadKey } from './leadKey.server.ts'
import { privateLinkMail } from './leads.emails.tsx'

interface Home {
  listing: Pick<typeof listing.$inferSelect, 'slug' | 'title'>
  agent: { email: string }
}

/** The lasting way to the documents, by mail. */
export async function postPrivateLink(
  { mailer, env }: Services,
  tx: Db,
  { listing: home, agent }: Home,
  person: typeof lead.$inferSelect,
) {
  const link = `${env.APP_URL}/listings/${home.slug}/open?key=${leadKey(env.APP_SECRET, 'link', person.id)}`
  const mail = privateLinkMail(link, home.title, person.firstName)
  await mailer.post(tx, { to: person.email, replyTo: agent.email, about: person.id, ...mail })
}

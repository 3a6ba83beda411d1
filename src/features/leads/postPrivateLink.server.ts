import type { Db } from '#db/client.server.ts'
import type { Services } from '#platform/services.server.ts'
import { leadKey } from './leadKey.server.ts'
import { privateLinkMail } from './leads.emails.tsx'
import type { Home, Lead } from './receiveLead.server.ts'

/** Mails the buyer what opens the documents on every other device. */
export async function postPrivateLink(
  { mailer, env }: Services,
  tx: Db,
  { listing: home, agent }: Pick<Home, 'listing' | 'agent'>,
  person: Lead,
) {
  const link = `${env.APP_URL}/listings/${home.slug}/open?key=${leadKey(env.APP_SECRET, 'link', person.id)}`
  const mail = privateLinkMail(link, home.title)
  await mailer.post(tx, { to: person.email, replyTo: agent.email, about: [person.id], ...mail })
}

import { hasLink } from '#platform/personName.ts'
import type { Services } from '#platform/services.server.ts'
import { signLeadKey } from './leadKey.server.ts'
import { privateLinkEmail } from './leads.emails.tsx'
import type { ListingWithAgent, Lead } from './receiveLead.server.ts'

/** The email with what opens the documents on every other device. What comes back posts it in a transaction. */
export function preparePrivateLinkEmail(
  { mailer, env }: Services,
  { listing: home, agent }: Pick<ListingWithAgent, 'listing' | 'agent'>,
  { id, email }: Pick<Lead, 'id' | 'email'>,
) {
  const link = `${env.APP_URL}/listings/${home.slug}/open?key=${signLeadKey(env.APP_SECRET, 'link', id)}`
  return mailer.prepare({
    to: email,
    replyTo: agent.email,
    about: [id],
    ...privateLinkEmail(link, safeTitle(home.title)),
  })
}

/** Nobody has proven the address yet: an agent's own words must not bring a link to it. */
const safeTitle = (title: string) => (hasLink(title) ? 'a property' : title)

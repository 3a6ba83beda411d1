import { hasLink } from '#platform/personName.ts'
import type { Services } from '#platform/services.server.ts'
import { leadKey } from './leadKey.server.ts'
import { privateLinkMail } from './leads.emails.tsx'
import type { Home, Lead } from './receiveLead.server.ts'

/** The email with what opens the documents on every other device. What comes back posts it in a transaction. */
export function preparePrivateLink(
  { mailer, env }: Services,
  { listing: home, agent }: Pick<Home, 'listing' | 'agent'>,
  { id, email }: Pick<Lead, 'id' | 'email'>,
) {
  const link = `${env.APP_URL}/listings/${home.slug}/open?key=${leadKey(env.APP_SECRET, 'link', id)}`
  return mailer.prepare({
    to: email,
    replyTo: agent.email,
    about: [id],
    ...privateLinkMail(link, titleFor(home.title)),
  })
}

/** Nobody has proven the address yet: an agent's own words must not bring a link to it. */
const titleFor = (title: string) => (hasLink(title) ? 'a property' : title)

import type { Operator } from '#platform/operator.functions.ts'
import { Facts } from '../Facts.tsx'
import type { LegalSection } from '../LegalPage.tsx'

const periods: [string, string][] = [
  ['A buyer’s details', 'Until the buyer erases them, or the agent’s account is erased.'],
  ['What a buyer did on a listing', 'The same. When details are erased it is counted on, without the person.'],
  ['The salt of a day, and who was seen', 'Within 48 hours.'],
  ['Counted visits', 'Until the agent’s account is erased. They name nobody.'],
  ['Mails on their way, sealed', 'Seven days after they were sent, or given up.'],
  ['Sessions', '30 days after their last use, or at once when you end them.'],
  ['Links to set a password', 'One use, or when their time is over.'],
  ['Activity in an agent’s account', 'Sign-ins, downloads and changes: after twelve months.'],
  ['Uploads that were never finished', 'After a day.'],
  ['Exports of everything', 'After seven days.'],
  ['Counters against abuse, as hashes', 'After a day at most.'],
  ['Messages from the payment provider', 'After 30 days. Invoices stay there as long as tax law asks.'],
  [
    'That an email address or a card has had its free trial, as a hash that only we can compare',
    'After two years, also when the account is deleted: there is one free trial for each.',
  ],
  ['An agent’s account', '14 days after you delete it, within which you can change your mind.'],
]

export const keeping = (_: Operator): LegalSection[] => [
  {
    id: 'keeping',
    title: 'How long we keep it',
    body: (
      <>
        <Facts head={['What', 'Gone']} rows={periods} />
        <p>
          With an agent’s account everything else goes: files, listings, leads and what was counted. Archived listings,
          files and leads are out of sight but kept until then. Copies for emergencies follow as they are replaced by
          newer ones.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How we guard it',
    body: (
      <>
        <p>
          Every question to the service is checked against who asks: an agent reaches their own listings, files and
          leads, and nobody else’s. Documents have no lasting addresses. Mails wait encrypted. Logs hold no names, email
          addresses, phone numbers or IP addresses.
        </p>
        <p>
          If something goes wrong all the same and serious harm is likely, we tell the Privacy Commissioner and the
          people concerned as soon as we can; under the GDPR, the authority within 72 hours. Agents hear from us without
          delay when their leads are concerned. Have you found a hole? Where to report it is in{' '}
          <a href="/.well-known/security.txt">security.txt</a>.
        </p>
      </>
    ),
  },
]

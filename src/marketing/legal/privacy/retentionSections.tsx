import { FactsTable, type LegalSection } from '../LegalPage.tsx'

const periods: [string, string][] = [
  ['A buyer’s details, notes and answers', 'When the buyer deletes them, or with the agent’s account.'],
  [
    'What a buyer did on a listing',
    'When the buyer deletes their details, we remove the link to the person. The visit still counts.',
  ],
  [
    'How long a buyer read each page, and what they searched for',
    'When the buyer deletes it or their details, and otherwise 24 months after the listing closes, or 6, 12 or 36 if the agent has chosen that. The sums of all readers of a page stay, and name nobody.',
  ],
  ['Daily random values and visitor codes', 'Within 48 hours.'],
  ['Counted visits', 'With the agent’s account. They contain no names or contact details.'],
  ['Emails waiting to be sent, encrypted', 'Seven days after they were sent or failed.'],
  ['Signed-in devices', '30 days after their last use, or straight away when you sign them out.'],
  ['Devices an agent has used, as hashes', 'With the agent’s account.'],
  ['Links to reset a password or confirm an address, and codes as hashes', 'Within an hour after they expire.'],
  ['Links to create an agent’s first password', '90 days after they expire, so we can send a new one.'],
  [
    'Activity in an agent’s account',
    'Sign-ins, downloads and changes: after 12 months. An agency’s owners and managers can see what someone did while they were a member.',
  ],
  ['Unfinished uploads', 'After one day.'],
  [
    'Earlier versions of documents that a buyer has opened',
    'Seven years after they were replaced, or 1 to 10 years if the agent has chosen that, or with the document.',
  ],
  ['Files an agent deletes permanently', 'After ten minutes, so a mistake can be undone.'],
  [
    'The record of what was disclosed to a buyer',
    'With the agent’s account. When the buyer deletes their details, we remove their name and email address from it.',
  ],
  ['Data exports', 'After three days, or as soon as a buyer deletes their details.'],
  ['Counters against abuse, as hashes', 'After one day at most.'],
  ['Messages from our payment partner', 'After 30 days. It keeps invoices for as long as tax law requires.'],
  [
    'That an email address or card has had its free trial, as a hash only we can compare',
    'After two years, even if the account is deleted, because there’s one free trial for each.',
  ],
  ['An agent’s account', '14 days after you delete it. Until then you can change your mind.'],
  ['An agency and everything in it', '14 days after an owner asks us to delete it. Members keep their own accounts.'],
]

/** For how long, and how safe. */
export const retentionSections: LegalSection[] = [
  {
    id: 'keeping',
    title: 'How long we keep it',
    body: (
      <>
        <FactsTable head={['What', 'When we delete it']} rows={periods} />
        <p>
          With an agent’s account we delete everything else in it: files, listings, leads and statistics. Until then we
          keep archived listings, files and leads, but only the agent can see them. Backups are deleted as newer ones
          replace them.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How we protect it',
    body: (
      <>
        <p>
          The service checks every request: agents can only reach their own listings, files and leads. Links to document
          files expire after ten minutes. Emails waiting to be sent are encrypted. Our logs contain no names, email
          addresses, phone numbers or IP addresses.
        </p>
        <p>
          If a privacy breach is likely to cause serious harm, we tell the people affected and the regulator as soon as
          we can: the Privacy Commissioner in New Zealand, the Office of the Australian Information Commissioner in
          Australia, and where the GDPR applies, the authority within 72 hours. We tell agents straight away if their
          leads are affected. If you’ve found a vulnerability, <a href="/.well-known/security.txt">security.txt</a> says
          how to report it.
        </p>
      </>
    ),
  },
]

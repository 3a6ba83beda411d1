import type { Operator } from '#platform/config/clientSettings.functions.ts'
import { ContactEmailLink, FactsTable, type LegalSection } from './LegalPage.tsx'

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
  [
    'Check-ins at open homes',
    'When the buyer deletes their details, we remove the link to the person. The number of visitors stays.',
  ],
  [
    'Messages to buyers, and who received and opened them',
    'When the buyer deletes their details, and otherwise with the agent’s account.',
  ],
  [
    'That you don’t want an agency’s messages',
    'When the agency no longer has your email address, because you deleted or changed it.',
  ],
  ['Vendors’ names, email addresses and links', 'With the listing or the agent’s account.'],
  ['Daily random values and visitor codes', 'Within 48 hours.'],
  ['Counted visits', 'With the agent’s account. They contain no names or contact details.'],
  ['Emails waiting to be sent, encrypted', 'Seven days after they were sent or failed.'],
  ['Signed-in devices', '30 days after their last use, or straight away when you sign them out.'],
  ['Devices an agent has used: browser, name and the city of the latest sign-in', 'With the agent’s account.'],
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

/** What people can ask for, and the law in each country. */
export const rightsSections = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          <strong>As a buyer</strong>, you can view, download, edit and delete your details on the page your private
          link opens. Deleting takes effect straight away: we delete the lead, its notifications and any waiting emails
          about it, and your link stops working. We can’t delete what the agent has already read, exported or received
          by email, so please ask them.
        </p>
        <p>
          <strong>As an agent</strong>, you can edit your details, export all your data as one zip file and delete your
          account in the settings.
        </p>
        <p>
          If you’ve lost your link or want something else, email <ContactEmailLink contact={contact} />. We reply within
          20 working days, and usually much sooner. We may need to check that it’s you.
        </p>
      </>
    ),
  },
  {
    id: 'nz',
    title: 'New Zealand: Privacy Act 2020',
    body: (
      <>
        <p>The Act has thirteen information privacy principles. This is how we follow them:</p>
        <ol>
          <li>We only collect what we need for the purposes above.</li>
          <li>We collect your details from you.</li>
          <li>Before you send the form, it says who gets your details and why.</li>
          <li>We collect fairly, with no tracking across websites and no hidden fields.</li>
          <li>We protect your details, as described under “How we protect it”.</li>
          <li>You can view your details.</li>
          <li>You can correct your details.</li>
          <li>We show you what you entered, so it can be right before anyone uses it.</li>
          <li>We keep your details no longer than the table above says.</li>
          <li>We only use your details for the purpose you gave them for.</li>
          <li>We only disclose your details to the listing’s agent and the providers above.</li>
          <li>If a provider is overseas, we choose one that protects your details in a comparable way.</li>
          <li>We don’t give you an identifier that others could use to recognise you.</li>
        </ol>
        <p>
          If we can’t resolve a concern together, you can complain to the{' '}
          <a href="https://www.privacy.org.nz/">Office of the Privacy Commissioner</a>.
        </p>
      </>
    ),
  },
  {
    id: 'au',
    title: 'Australia: Privacy Act 1988',
    body: (
      <>
        <p>In Australia we follow the Australian Privacy Principles:</p>
        <ul>
          <li>This page says openly what we do with personal information (principle 1).</li>
          <li>You can view listings without saying who you are. To open documents, we need your name (2).</li>
          <li>
            We only collect what we need, from you, and tell you who gets it and why before you send it (3 to 5). We
            don’t ask for sensitive information.
          </li>
          <li>We use and disclose it only for the purposes on this page, and not for direct marketing (6 and 7).</li>
          <li>
            Your information may be stored outside Australia, where our servers and providers are. We choose providers
            that protect it in a comparable way (8).
          </li>
          <li>We don’t use government identifiers (9).</li>
          <li>We keep it accurate and secure, and delete it when it’s no longer needed (10 and 11).</li>
          <li>You can access and correct it (12 and 13), on your private link’s page or by emailing us.</li>
        </ul>
        <p>
          If you have a complaint, email us first. If we can’t resolve it within 30 days, you can contact the{' '}
          <a href="https://www.oaic.gov.au/">Office of the Australian Information Commissioner</a>.
        </p>
      </>
    ),
  },
  {
    id: 'gdpr',
    title: 'European Union and United Kingdom: GDPR',
    body: (
      <>
        <p>Where the GDPR applies, we rely on these legal bases (Article 6(1)):</p>
        <ul>
          <li>
            <strong>Contract (b):</strong> an agent’s account and subscription, and a buyer’s request to open documents
            and hear from the agent.
          </li>
          <li>
            <strong>Legitimate interests (f):</strong> counting visits without identifying people, and protecting the
            service from abuse.
          </li>
          <li>
            <strong>Legal obligation (c):</strong> invoices.
          </li>
        </ul>
        <p>
          You have the right to access, correct, delete, restrict, export and object to the use of your data. For a
          buyer’s details, we’re the agent’s processor on the terms of this page. We make no automated decisions about
          people. You can complain to the data protection authority where you live.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When we change how we handle personal information, we update this page and its date first. We email agents if a
        change affects them or their buyers.
      </p>
    ),
  },
]

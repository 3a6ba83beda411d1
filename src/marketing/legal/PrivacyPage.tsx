import type { Operator } from '#platform/config/publicConfig.functions.ts'
import { ContactEmailLink, FactsTable, LegalPage, type LegalSection } from './LegalPage.tsx'

export const PrivacyPage = (operator: Operator) => (
  <LegalPage
    title="Privacy policy"
    lead="What we store about agents and buyers, why, who sees it, for how long, and how to change or delete it."
    sections={[
      ...peopleSections(operator),
      ...analyticsSections(operator),
      ...retentionSections(operator),
      ...rightsSections(operator),
    ]}
  />
)

/** Whose details, and what for. */
const peopleSections = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'who',
    title: 'Who we are',
    body: (
      <>
        <p>
          “We” are the operator of this Property Files service. You can email us at{' '}
          <ContactEmailLink contact={contact} />.
        </p>
        <p>
          We’re responsible for agents’ accounts, for running the service and for counting visits. When a buyer leaves
          their details on a listing, the listing’s agent decides how to use them. We store them on the agent’s behalf.
        </p>
      </>
    ),
  },
  {
    id: 'buyers',
    title: 'If you’re a buyer',
    body: (
      <>
        <p>
          You can view a listing without giving us your details. To open its documents, you enter your first and last
          name, email address and phone number, and a note if you like. Some agents also ask a few questions, such as
          whether your finance is arranged. We use what you enter for four things:
        </p>
        <ul>
          <li>We send them to the listing’s agent, by email and in the agent’s portal, so the agent can reply.</li>
          <li>We let you open the documents, and email you a private link that opens them on any device.</li>
          <li>
            We show the agent, next to your name, when you viewed the listing and which documents you opened or
            downloaded.
          </li>
          <li>
            We measure how long you read each page of a document, and note what you search for in it, so the agent knows
            what matters to you and can help with it.
          </li>
        </ul>
        <p>
          We don’t give your details to anyone else, apart from the providers listed under “Who else handles data for
          us”. We don’t sell them, use them for advertising, or combine what you do on different agents’ listings. You
          don’t have to give us your details, but you can’t open the documents without them.
        </p>
        <p>
          Your private link opens a page where you can view, download, edit and delete your details at any time. It also
          shows what we’ve measured of your reading, which you can delete on its own. Changes take effect straight away.
        </p>
        <p>
          If your browser sends “Do Not Track” or “Global Privacy Control”, we don’t measure your reading. The agent
          then sees that it wasn’t measured.
        </p>
        <p>
          From that page you can invite up to five people, such as a partner, lawyer or bank, to read with you. We email
          them their own link, with your name. You and the agent see who they are and whether they’ve opened it; the
          agent also sees which documents they read and for how long. You or the agent can end their access, and they
          can remove themselves. We delete their details with yours.
        </p>
        <p>
          We only email you the private link, one more if you enter your details again or change your email address, and
          a note when the agent wants you to know that a document has changed. You can switch those notes off with a
          link in each of them. We don’t send marketing. Agents may only email or text you as the law on electronic
          messages allows: the Unsolicited Electronic Messages Act 2007 in New Zealand and the Spam Act 2003 in
          Australia.
        </p>
      </>
    ),
  },
  {
    id: 'agents',
    title: 'If you’re an agent',
    body: (
      <>
        <p>
          We store your name, email address, phone number, agency, photo and settings, the state of your subscription,
          the listings and files you upload, and the leads you receive. We need them to provide the service. Buyers see
          your name, agency and photo on your listings, and your phone number and email address if you choose to show
          them.
        </p>
        <p>
          We store your password only as a one-way hash. Card details go straight to our payment partner and never reach
          us. It tells us the card’s last four digits, and a code that lets us recognise a card that has already had a
          free trial. For each device you sign in on, we store its type and when you last used it, so you can check your
          signed-in devices in the settings and sign them out.
        </p>
        <p>
          We remove hidden data, including the location, from photos before anyone sees them. We show documents exactly
          as you upload them, so check them for other people’s details first.
        </p>
        <p>
          You can choose which notifications we email you. We always send emails about security, your subscription and
          changes to these pages.
        </p>
      </>
    ),
  },
]

const cookies: [string, string][] = [
  ['session', 'Keeps an agent signed in. Expires 30 days after you last used it, or when you sign out.'],
  ['device', 'Recognises a browser that an agent has used before, so we only warn about new ones. One year.'],
  ['listingsView', 'Remembers whether an agent prefers cards or a table. One year.'],
  ['appearance', 'Remembers whether an agent prefers the portal light or dark. One year.'],
  ['the listing’s id', 'Lets a buyer who has left their details open that listing’s documents. One year.'],
  ['the listing’s id and “known”', 'Tells the listing’s page that this browser has that cookie. One year.'],
  ['the listing’s id and “seen”', 'When this browser last opened the listing, so we can flag new documents. One year.'],
  ['the listing’s id and “visit”', 'Keeps new documents flagged until the visit ends. 30 minutes.'],
]

/** How visits are counted, and what the browser stores. */
const analyticsSections = ({ uses }: Operator): LegalSection[] => [
  {
    id: 'counting',
    title: 'Counting visits without cookies',
    body: (
      <>
        <p>
          We count views of listing pages for their agents. To count each visitor once a day, we create a code (a keyed
          hash) from the IP address, the browser’s user agent, the website’s host name and a random value that changes
          every day. We delete that random value within 48 hours. After that, no one can link the code to a person, not
          even us. We don’t store or log IP addresses.
        </p>
        <p>
          We keep which listing or document was viewed, when, from which city, on what type of device, with which
          browser and operating system, and the page that linked to it. If your browser sends “Do Not Track” or “Global
          Privacy Control”, we create no code: your visit still counts, but we can’t tell it apart from others. If
          you’ve left your details on a listing, we record what you do there with your name, as described under “If
          you’re a buyer”.
        </p>
        <p>
          Where we look up the city ourselves, we use our own copy of a public database:{' '}
          <a href="https://db-ip.com" rel="noopener">
            IP Geolocation by DB-IP
          </a>
          . We send nothing to DB-IP.
        </p>
        <p>
          Counting stores nothing in your browser and reads nothing from it, and we can’t recognise a visitor from one
          day to the next. That’s why listings have no cookie banner.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <>
        <p>
          These are all the cookies we set. Each one only does what it says here. Scripts can’t read them (except
          listingsView, appearance and “known”), and on https they’re only sent encrypted.
        </p>
        <FactsTable head={['Cookie', 'What it’s for, and for how long']} rows={cookies} />
        <p>
          Your browser also remembers a form you’ve started and an interrupted upload until you’ve sent them, whether
          you read documents in night mode, that an agent has used the portal in it, and whether they’ve switched off
          single-key shortcuts.
        </p>
        <p>
          After you’ve sent your details on a listing, your browser remembers your name, email address and phone number
          for 180 days, to fill in the form on other listings. They stay in your browser until you send that form, and
          “Not you?” beside it or deleting your details removes them.
        </p>
        {uses.productAnalytics && (
          <p>
            Product analytics (see below) store a random number in your browser for up to a year. They’re off if your
            browser sends “Do Not Track” or blocks them.
          </p>
        )}
      </>
    ),
  },
  {
    id: 'others',
    title: 'Who else handles data for us',
    body: (
      <>
        <p>These providers get only the data they need, and may not use it for their own purposes:</p>
        <ul>
          <li>
            <strong>Our payment partner</strong> handles agents’ cards, invoices and refunds. It gets an agent’s name,
            email address and payments, and nothing about buyers.
          </li>
          {uses.mail && (
            <li>
              <strong>An email provider</strong> delivers our emails to agents and buyers.
            </li>
          )}
          {uses.storage && (
            <li>
              <strong>A storage provider</strong> stores uploaded files. Links to documents there work for ten minutes.
            </li>
          )}
          {uses.botCheck && (
            <li>
              <strong>Cloudflare Turnstile</strong> checks that a person sends a form, not a program. It gets the IP
              address and technical details of the browser.
            </li>
          )}
          {uses.productAnalytics && (
            <li>
              <strong>PostHog</strong> counts which of our pages are used, without names, email addresses, phone numbers
              or IP addresses, and never on pages with private links.
            </li>
          )}
          {uses.errorReports && (
            <li>
              <strong>Sentry</strong> gets a report when a page fails, without names, email addresses, phone numbers or
              IP addresses.
            </li>
          )}
        </ul>
        <p>
          {!uses.botCheck &&
            'To protect forms from programs, your browser solves a small puzzle for us. No other company is involved. '}
          We only give personal information to authorities where the law requires it.
        </p>
      </>
    ),
  },
]

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
  ['Activity in an agent’s account', 'Sign-ins, downloads and changes: after 12 months.'],
  ['Unfinished uploads', 'After one day.'],
  [
    'Earlier versions of documents that a buyer has opened',
    'Seven years after they were replaced, or 1 to 10 years if the agent has chosen that, or with the document.',
  ],
  ['Files an agent deletes permanently', 'After ten minutes, so a mistake can be undone.'],
  ['Data exports', 'After three days, or as soon as a buyer deletes their details.'],
  ['Counters against abuse, as hashes', 'After one day at most.'],
  ['Messages from our payment partner', 'After 30 days. It keeps invoices for as long as tax law requires.'],
  [
    'That an email address or card has had its free trial, as a hash only we can compare',
    'After two years, even if the account is deleted, because there’s one free trial for each.',
  ],
  ['An agent’s account', '14 days after you delete it. Until then you can change your mind.'],
]

const retentionSections = (_: Operator): LegalSection[] => [
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

const rightsSections = ({ contact }: Operator): LegalSection[] => [
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

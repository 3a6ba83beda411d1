import type { Operator } from '#platform/config/clientSettings.functions.ts'
import { ContactEmailLink, FactsTable, LegalPage, type LegalSection } from './LegalPage.tsx'
import { retentionSections, rightsSections } from './retentionAndRights.tsx'

export const PrivacyPage = (operator: Operator) => (
  <LegalPage
    title="Privacy policy"
    lead="What we store about agents and buyers, why, who sees it, for how long, and how to change or delete it."
    sections={[
      ...peopleSections(operator),
      ...analyticsSections(operator),
      ...retentionSections,
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
          <li>
            We send them to the listing’s agent, and to the colleagues at their agency who look after the listing or
            manage the agency, by email and in the portal, so they can reply. If their agency keeps its contacts in a
            program of its own, we email your details to that program too. What it keeps is up to the agency: if you
            delete your details here, ask the agency to delete them there.
          </li>
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
          We don’t give your details to anyone outside the agency, apart from the providers listed under “Who else
          handles data for us”. We don’t sell them, use them for advertising, or combine what you do on different
          agencies’ listings. You don’t have to give us your details, but you can’t open the documents without them.
        </p>
        <p>
          Your private link opens a page where you can view, download, edit and delete your details at any time. It also
          shows what we’ve measured of your reading, which you can delete on its own. Changes take effect straight away.
        </p>
        <p>
          Each listing has a record of its disclosure: which documents were available to you, when you first opened each
          version, how many pages you read and for how long, and what you downloaded and confirmed. Agents can download
          it as a certificate. It can’t be changed. When you delete your details, it no longer names you.
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
          At an open home you can check in, on the agent’s device at the door or on your own phone. We store what you
          enter, when you came, and the words you agreed to, and the agent gets them like your details from a listing’s
          page. On the device at the door your entry is encrypted until it has reached us, and nobody can read it there.
          If you give an email address, we send you a private link to the documents. If you’d rather not say who you
          are, the agent can count you without any details.
        </p>
        <p>
          We email you the private link, one more if you enter your details again or change your email address, a note
          when the agent wants you to know that a document has changed, and messages that the agent sends about the
          listing through us, such as an auction that was brought forward. You can switch those notes off with a link in
          each of them, and stop all messages of an agency with one click. We note that a message was opened when you
          open its link, not with hidden pictures. We don’t send marketing of our own. Agents may only email or text you
          as the law on electronic messages allows: the Unsolicited Electronic Messages Act 2007 in New Zealand and the
          Spam Act 2003 in Australia.
        </p>
        <p>
          Agents can show the vendor of a property a report: how often the listing was viewed, how many people enquired
          or came to open homes, and how long its documents were read by everyone together. It never contains names,
          email addresses or places, and no number so small that it could point at one person.
        </p>
      </>
    ),
  },
  {
    id: 'vendors',
    title: 'If you’re a vendor',
    body: (
      <p>
        Your agent can give you a private link to a report on your listing. For it we store your name, your email
        address if you get the report by email, and when the link was first and last opened, which your agent sees. Each
        email has a link to stop it. Your agent can end the link at any time, and we delete all of it with the agent’s
        account, or when they remove it for you.
      </p>
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
  ['passkey', 'Ties signing in with a passkey to the browser in which it began. Five minutes.'],
  ['identity', 'Ties signing in with Google or Microsoft to the browser in which it began. One hour.'],
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
          browser and operating system, the page that linked to it, and by which of the agent’s links or campaigns you
          came. If your browser sends “Do Not Track” or “Global Privacy Control”, we create no code: your visit still
          counts, but we can’t tell it apart from others. If you’ve left your details on a listing, we record what you
          do there with your name, as described under “If you’re a buyer”.
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
          An agency can show a listing’s documents on its own website. There, the cookies of the listing are separate
          ones, which your browser keeps for that website alone. They don’t show us which other websites you visit.
        </p>
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

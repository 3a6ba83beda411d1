import type { Operator } from '#platform/config/clientSettings.functions.ts'
import { FactsTable, type LegalSection } from '../LegalPage.tsx'

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
export const analyticsSections = ({ uses }: Operator): LegalSection[] => [
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

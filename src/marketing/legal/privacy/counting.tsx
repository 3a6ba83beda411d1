import type { Operator } from '#platform/operator.functions.ts'
import { Facts } from '../Facts.tsx'
import type { LegalSection } from '../LegalPage.tsx'

const cookies: [string, string][] = [
  ['session', 'Keeps an agent signed in. Ends 30 days after its last use, or when you sign out.'],
  ['device', 'Tells that an agent has used this browser before, so that only a new one is worth a warning. One year.'],
  ['named after a listing', 'Keeps its documents open to a buyer who has left their details. One year.'],
  ['the same with “seen”', 'When this browser last showed the listing, so that new documents can be marked. One year.'],
  ['the same with “visit”', 'Keeps them marked until the visit is over. Half an hour.'],
]

/** How visits are counted, and what lies in the browser. */
export const counting = ({ uses }: Operator): LegalSection[] => [
  {
    id: 'counting',
    title: 'Counting visits without cookies',
    body: (
      <>
        <p>
          Listing pages count views for their agent. To tell visitors of one day apart, we make a keyed hash of the IP
          address, the browser’s name for itself and the host, with a random salt that is new every day. The salt is
          deleted within 48 hours; from then on the hash belongs to nobody, not even for us. The IP address itself is
          neither stored nor logged.
        </p>
        <p>
          What stays is: which listing or document, when, the city, the kind of device, the browser and system, and the
          page that led here. If your browser sends “Do Not Track” or “Global Privacy Control”, no hash is made: your
          visit counts as one, and cannot be told from any other.
        </p>
        <p>
          Where we look the city up ourselves, we use a copy of a public database:{' '}
          <a href="https://db-ip.com" rel="noopener">
            IP Geolocation by DB-IP
          </a>
          . Nothing is sent to DB-IP.
        </p>
        <p>
          Counting puts nothing into your browser and reads nothing out of it, and nobody can be followed from one day
          to the next. That is why listings come without a consent banner.
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
          These are all, and each does only what you asked for. Scripts cannot read them, and over https they travel
          encrypted.
        </p>
        <Facts head={['Cookie', 'What for, and for how long']} rows={cookies} />
        <p>
          A form that you have begun, and an upload that was interrupted, are remembered in your own browser until they
          are sent.
        </p>
        {uses.productAnalytics && (
          <p>
            Product analytics (below) remember a random number in your browser for up to a year. Your browser’s “Do Not
            Track” switches them off, and so does blocking them.
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
        <p>Only these, each only what it needs, and none for purposes of its own:</p>
        <ul>
          <li>
            <strong>The payment provider</strong> takes agents’ cards, bills and pays back. It knows an agent’s name,
            email address and payments, and nothing about buyers.
          </li>
          {uses.mail && (
            <li>
              <strong>A mail service</strong> delivers our mails, to agents and to buyers.
            </li>
          )}
          {uses.storage && (
            <li>
              <strong>A storage service</strong> keeps the uploaded files. Documents are opened there with addresses
              that are good for ten minutes.
            </li>
          )}
          {uses.botCheck && (
            <li>
              <strong>Cloudflare Turnstile</strong> tells people from programs when a form is sent. It sees the IP
              address and traits of the browser.
            </li>
          )}
          {uses.productAnalytics && (
            <li>
              <strong>PostHog</strong> counts which pages of ours are used, without names, email addresses, phone
              numbers or IP addresses, and never on pages with secret links.
            </li>
          )}
          {uses.errorReports && (
            <li>
              <strong>Sentry</strong> is told when a page breaks, without names, email addresses, phone numbers or IP
              addresses.
            </li>
          )}
        </ul>
        <p>
          {!uses.botCheck && 'Forms are guarded by a sum that your browser does for us; no outsider is asked. '}
          Cities are looked up in a table of our own. We hand details over to authorities only where the law obliges us
          to.
        </p>
      </>
    ),
  },
]

import type { Operator } from '#platform/operator.functions.ts'
import type { LegalSection } from '../LegalPage.tsx'
import { EmailLink } from '../MailTo.tsx'

/** Whose details, and what for. */
export const peopleSections = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'who',
    title: 'Who we are',
    body: (
      <>
        <p>
          “We” are the operator of this Property Files service. You can email us at <EmailLink contact={contact} />.
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
          name, email address and phone number, and a note if you like. We use them for three things:
        </p>
        <ul>
          <li>We send them to the listing’s agent, by email and in the agent’s portal, so the agent can reply.</li>
          <li>We let you open the documents, and email you a private link that opens them on any device.</li>
          <li>
            We show the agent, next to your name, when you viewed the listing and which documents you opened or
            downloaded.
          </li>
        </ul>
        <p>
          We don’t give your details to anyone else, apart from the providers listed under “Who else handles data for
          us”. We don’t sell them, use them for advertising, or combine what you do on different agents’ listings. You
          don’t have to give us your details, but you can’t open the documents without them.
        </p>
        <p>
          Your private link opens a page where you can view, download, edit and delete your details at any time. Changes
          take effect straight away.
        </p>
        <p>
          We only email you the private link, and one more if you enter your details again or change your email address.
          We don’t send marketing. Agents may only email or text you as the law on electronic messages allows: the
          Unsolicited Electronic Messages Act 2007 in New Zealand and the Spam Act 2003 in Australia.
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

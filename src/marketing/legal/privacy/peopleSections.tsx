import type { Operator } from '#platform/config/clientSettings.functions.ts'
import { ContactEmailLink, type LegalSection } from '../LegalPage.tsx'

/** Whose details, and what for. */
export const peopleSections = ({ contact }: Operator): LegalSection[] => [
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

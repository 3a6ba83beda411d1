import type { Operator } from '#platform/operator.functions.ts'
import type { LegalSection } from '../LegalPage.tsx'
import { MailTo } from '../MailTo.tsx'

/** Whose details, and what for. */
export const people = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          “We” are the operator of this Property Files service. You reach us at <MailTo contact={contact} />.
        </p>
        <p>
          For agents’ accounts, for the running of the service and for the counting of visits we are responsible
          ourselves. The details that a buyer leaves on a listing belong to the dealings between that buyer and that
          agent: the agent decides what to do with them, and we hold them on the agent’s behalf.
        </p>
      </>
    ),
  },
  {
    id: 'buyers',
    title: 'If you are a buyer',
    body: (
      <>
        <p>
          You can look at a listing without telling us anything. When you ask to open its documents, you leave your
          first and last name, email address, phone number and a note. We use them for three things:
        </p>
        <ul>
          <li>they go to the agent of that listing, by email and in the portal, so that the agent can answer you;</li>
          <li>they open the documents to you, and we email you a private link that opens them anywhere;</li>
          <li>
            the agent sees, beside your name, when you looked at the listing and which of its documents you opened or
            downloaded.
          </li>
        </ul>
        <p>
          Nobody else receives them. We do not sell them, do not use them for advertising, and do not join what you do
          on one agent’s listings with what you do on another’s. Without these details the documents stay closed;
          everything else on the page is there for you.
        </p>
        <p>
          The mail with your private link leads to a page on which you see, download, correct and erase what is stored
          about you, by yourself and at once.
        </p>
      </>
    ),
  },
  {
    id: 'agents',
    title: 'If you are an agent',
    body: (
      <>
        <p>
          We keep your name, email address, phone number, agency, photo and settings; the state of your subscription;
          the listings and files that you upload; and the leads that you receive. We need them to give you what you
          subscribed to. Your name, and what you choose of phone, email and photo, stand on your listings.
        </p>
        <p>
          Your password is stored only as a hash that cannot be turned back. Card details go straight to the payment
          provider and never reach us; it only tells us the last four digits, and a code by which we recognise a card
          that has had its free trial. For each signed-in browser we keep its kind and when it was last used, so that
          you can recognise it in the settings and end it.
        </p>
        <p>
          Photos lose what cameras write into them, the place included, before anybody sees them. Documents are shown as
          you upload them: please look through them for details of other people first.
        </p>
      </>
    ),
  },
]

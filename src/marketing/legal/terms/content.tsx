import { Link } from '@tanstack/react-router'
import type { Operator } from '#platform/operator.functions.ts'
import type { LegalSection } from '../LegalPage.tsx'

export const content = (_: Operator): LegalSection[] => [
  {
    id: 'your-files',
    title: 'Your files and what you promise',
    body: (
      <>
        <p>
          What you upload stays yours, or whose it was. You allow us to store it, prepare it and show it, as far as
          running the service needs that, and no further. You promise that:
        </p>
        <ul>
          <li>you are allowed to offer the property, and to publish its photos and texts;</li>
          <li>
            you may pass on reports that others have written, such as a LIM, a building report or a valuation, to the
            buyers who open them; where an author has set conditions, you keep them;
          </li>
          <li>documents are, as far as you know, correct and current, and you replace or remove those that are not;</li>
          <li>you have taken out details of other people that buyers have no business with;</li>
          <li>nothing is unlawful, misleading, or harmful to computers.</li>
        </ul>
        <p>
          We may take down what breaks these promises or the law, and tell you when we do. The duties that your licence
          puts on you, to vendors and to buyers, remain yours.
        </p>
      </>
    ),
  },
  {
    id: 'your-leads',
    title: 'Your leads',
    body: (
      <>
        <p>
          Leads belong to you. Use a buyer’s details to answer their enquiry and to deal with them about property, as
          the Privacy Act 2020 and the Unsolicited Electronic Messages Act 2007 allow. Do not sell them, and do not pass
          them on without consent.
        </p>
        <p>
          Buyers can erase their details themselves. When one does, delete what you have copied elsewhere, unless the
          law tells you to keep it.
        </p>
      </>
    ),
  },
  {
    id: 'export',
    title: 'Taking your data along, and deleting it',
    body: (
      <p>
        You can export listings, files and leads at any time, also without a subscription. You can delete your account
        in the settings: for 14 days you can change your mind, then everything is erased for good, as the{' '}
        <Link to="/privacy-policy">privacy policy</Link> describes.
      </p>
    ),
  },
  {
    id: 'buyers',
    title: 'For buyers',
    body: (
      <p>
        Documents are supplied by the agent. We do not check their content, and reports may have been written for
        somebody else: take your own legal and technical advice before you buy. Your private link is meant for you; the
        agent may close the documents. How we treat your details is in the{' '}
        <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    ),
  },
]

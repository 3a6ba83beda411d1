import { Link } from '@tanstack/react-router'
import type { Operator } from '#platform/operator.functions.ts'
import type { LegalSection } from '../LegalPage.tsx'

export const contentSections = (_: Operator): LegalSection[] => [
  {
    id: 'your-files',
    title: 'Your files and what you agree to',
    body: (
      <>
        <p>
          What you upload still belongs to you or its owner. You allow us to store, process and show it as needed to run
          the service, and for nothing else. You confirm that:
        </p>
        <ul>
          <li>you’re allowed to market the property and publish its photos and text;</li>
          <li>
            you may share reports written by others, such as a LIM, a building report or a valuation, with buyers, and
            you follow any conditions the author has set;
          </li>
          <li>as far as you know, documents are correct and current, and you replace or remove any that aren’t;</li>
          <li>you’ve removed other people’s personal information that buyers don’t need;</li>
          <li>nothing is unlawful, misleading or harmful to computers.</li>
        </ul>
        <p>
          We may take down anything that breaks these terms or the law, and we’ll tell you when we do. You’re still
          responsible for your duties to vendors and buyers under your licence.
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
          Your leads are yours. Use a buyer’s details to reply to their enquiry and to deal with them about property, as
          the law allows: in New Zealand the Privacy Act 2020 and the Unsolicited Electronic Messages Act 2007, in
          Australia the Privacy Act 1988 and the Spam Act 2003. Marketing messages need the buyer’s consent, your name
          and a way to unsubscribe. Don’t sell buyers’ details or share them without consent.
        </p>
        <p>
          Buyers can delete their details themselves. When one does, delete your own copies too, unless the law requires
          you to keep them.
        </p>
      </>
    ),
  },
  {
    id: 'export',
    title: 'Exporting and deleting your data',
    body: (
      <p>
        You can export your listings, files and leads at any time, even without a subscription. You can delete your
        account in the settings. You have 14 days to change your mind, then we permanently delete everything, as the{' '}
        <Link to="/privacy-policy">privacy policy</Link> describes.
      </p>
    ),
  },
  {
    id: 'buyers',
    title: 'For buyers',
    body: (
      <p>
        The agent supplies the documents. We don’t check what’s in them, and reports may have been written for someone
        else, so get your own legal and technical advice before you buy. Your private link is only for you, and the
        agent can remove your access. For how we handle your details, see the{' '}
        <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    ),
  },
]

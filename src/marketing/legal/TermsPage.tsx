import { Link } from '@tanstack/react-router'
import type { Operator } from '#platform/config/clientSettings.functions.ts'
import { STORAGE_QUOTA_BYTES, TRIAL_STORAGE_QUOTA_BYTES } from '#platform/storage/storage.ts'
import { formatBytes } from '#ui/format/format.ts'
import { ContactEmailLink, LegalPage, type LegalSection } from './LegalPage.tsx'

export const TermsPage = (operator: Operator) => (
  <LegalPage
    title="Terms of service"
    lead="The agreement between you and Property Files, in plain English. By starting a trial or using the service, you agree to it."
    sections={[...subscriptionSections(operator), ...contentSections(operator), ...dutiesSections(operator)]}
  />
)

const subscriptionSections = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        Property Files is a service for real-estate agents: one place for a property’s files, a public page for each
        listing, and a lead for every buyer who opens the documents. “You” are the agent, or the agency you act for.
        “We” are the operator of this service. Buyers use it for free. Their part is under “For buyers”.
      </p>
    ),
  },
  {
    id: 'trial',
    title: 'Trial and subscription',
    body: (
      <>
        <p>
          The first 30 days are free. You add a card at the start, so your service isn’t interrupted, and we don’t
          charge it during the trial. We email you a reminder before the first payment. The free trial is for new
          customers: one for each email address and each card. If yours has been used before, we charge nothing until
          you confirm.
        </p>
        <p>
          After that, your subscription renews each month or year, as you chose, at the price shown to you, until you
          cancel. Our payment partner issues invoices and calculates tax. If we change the price, we tell you at least
          30 days before your next renewal, so you can cancel before it applies.
        </p>
        <p>
          The price is for one seat. If you work alone, you need one. In an agency, each member takes a seat, and so
          does each open invitation. Before you add a seat, we show you what it costs for the rest of the period, and we
          charge it straight away. When someone leaves, you stop paying for their seat from the next period. If you
          subscribe again after a break, you pay for everyone who’s still a member.
        </p>
      </>
    ),
  },
  {
    id: 'money-back',
    title: '30-day money-back guarantee',
    body: (
      <p>
        Ask within 30 days of your first payment and we refund it in full, no reason needed. Reply to any of our emails,
        or email <ContactEmailLink contact={contact} />.
      </p>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling',
    body: (
      <>
        <p>
          You can cancel at any time in the settings, under Billing. Your subscription ends at the end of the period
          you’ve paid for. If you cancel during the trial, it ends with the trial and you pay nothing.
        </p>
        <p>
          Without a subscription you can still sign in, view, export and pay. Published pages stay up and leads still
          reach you, but you can’t create, edit, upload or publish until you subscribe again. We may delete abandoned
          accounts. We email you first, and you have at least 30 days to export your data.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <p>
        An account is for one person. Keep your password to yourself, and tell us if someone else may have it. You’re
        responsible for what happens in your account, unless you show that it wasn’t you and that you couldn’t have
        prevented it.
      </p>
    ),
  },
]

const contentSections = (_: Operator): LegalSection[] => [
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

const dutiesSections = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'availability',
    title: 'Availability',
    body: (
      <p>
        We work to keep the service available, but can’t promise it will never be interrupted. We announce longer
        maintenance in advance. It’s not a backup, so keep your originals. Don’t overload it, don’t try to get around
        its limits (500 MB for a file, {formatBytes(STORAGE_QUOTA_BYTES)} for each seat,{' '}
        {formatBytes(TRIAL_STORAGE_QUOTA_BYTES)} in all during the free trial), and don’t test it for vulnerabilities
        other than as <a href="/.well-known/security.txt">security.txt</a> describes.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We’re not responsible for what’s in documents, for what agents and buyers agree with each other, or for lost
          profit. For everything else, our liability to you in any 12 months is limited to what you paid us in those 12
          months.
        </p>
        <p>
          You use the service for business, so as far as the law allows, the Consumer Guarantees Act 1993 doesn’t apply
          between us. Nothing here limits rights or liability that the law doesn’t let us limit, such as under New
          Zealand’s Fair Trading Act 1986 or the Australian Consumer Law, or for intentional harm. Buyers who are
          consumers keep all their legal rights.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'When we can end it',
    body: (
      <p>
        If you seriously break these terms, or break them again after a warning, we may close your account. You can
        export your data first, unless the law forbids it. If we shut the service down, we tell you at least 60 days
        before and refund what you’ve paid for the time after.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We may change these terms. We email you at least 30 days before a change affects you. If you don’t agree, you
        can cancel before then. Until then, the old terms apply.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and contact',
    body: (
      <p>
        New Zealand law applies, and New Zealand courts decide, unless consumer law where you live says otherwise. If
        something’s wrong, email us first: <ContactEmailLink contact={contact} />.
      </p>
    ),
  },
]

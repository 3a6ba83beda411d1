import type { Operator } from '#platform/operator.functions.ts'
import type { LegalSection } from '../LegalPage.tsx'
import { EmailLink } from '../MailTo.tsx'

export const subscriptionSections = ({ contact }: Operator): LegalSection[] => [
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
      </>
    ),
  },
  {
    id: 'money-back',
    title: '30-day money-back guarantee',
    body: (
      <p>
        Ask within 30 days of your first payment and we refund it in full, no reason needed. Reply to any of our emails,
        or email <EmailLink contact={contact} />.
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

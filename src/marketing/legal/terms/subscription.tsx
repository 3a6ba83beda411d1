import type { Operator } from '#platform/operator.functions.ts'
import type { LegalSection } from '../LegalPage.tsx'
import { MailTo } from '../MailTo.tsx'

export const subscription = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'service',
    title: 'What this is about',
    body: (
      <p>
        Property Files is a service for real-estate agents: a place for the files of a property, a public page for each
        listing, and a lead for every buyer who opens the documents. “You” are the agent, or the agency for which you
        act. “We” are the operator of this service. Buyers use it for free; what concerns them is under “For buyers”.
      </p>
    ),
  },
  {
    id: 'trial',
    title: 'Trial and subscription',
    body: (
      <>
        <p>
          The first 30 days are free. We ask for a card before they begin, so that nothing stops when they end; it is
          not charged within them. We remind you by email before the first payment. The free trial is for new customers:
          one for each email address and each card. If yours was used before, we charge nothing until you confirm.
        </p>
        <p>
          After that the subscription renews monthly or yearly, as you chose, at the price that was shown to you, until
          you cancel. Prices, taxes and invoices come from the payment provider. If we change the price, we tell you at
          least 30 days before your next renewal, and you can cancel before it applies.
        </p>
      </>
    ),
  },
  {
    id: 'money-back',
    title: '30-day money-back guarantee',
    body: (
      <p>
        Ask within 30 days of your first payment, and you get that payment back, in full and without reasons. Reply to
        any of our mails, or write to <MailTo contact={contact} />.
      </p>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling',
    body: (
      <>
        <p>
          You cancel in the settings, under billing, at any time. It takes effect at the end of the period that you have
          paid for; within the trial, at its end, without a charge.
        </p>
        <p>
          Without a subscription you can still sign in, read, export and pay. Published pages stay up, and leads still
          reach you; creating, editing, uploading and publishing wait until you subscribe again. We do not keep
          abandoned accounts for ever: before we remove one, we tell you and leave you at least 30 days to export.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <p>
        An account is for one person. Keep your password to yourself, and tell us when somebody else may have it. What
        happens in your account is taken as done by you, unless you show that it was not and could not have prevented
        it.
      </p>
    ),
  },
]

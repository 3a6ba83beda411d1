import { MailButton } from '#platform/mail/MailButton.tsx'
import { MailLayout } from '#platform/mail/MailLayout.tsx'
import { MailText } from '#platform/mail/MailText.tsx'
import { type CheckoutConfirmation, MONEY_BACK_DAYS } from './billing.ts'
import { priceOf } from './billingWords.ts'

const BECAUSE = 'You get this mail because you have a subscription to Property Files.'
const PAGES_STAY =
  'Your published pages stay up and leads still reach you. You can sign in, read and export everything; adding, editing, uploading and publishing wait until you reactivate.'

const billing = (appUrl: string) => `${appUrl}/portal/settings#billing`
const dayOf = (moment: Date) =>
  new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long', timeZone: 'Pacific/Auckland' }).format(moment)

const moneyBack = (until: Date) =>
  `Our ${MONEY_BACK_DAYS}-day money-back guarantee runs until ${dayOf(until)}. If Property Files is not for you, reply to this mail by then with the words “money back”. No reasons needed: we end the subscription and return the payment to the card it came from.`

export const trialEndingMail = (appUrl: string, endsAt: Date) => ({
  subject: 'Your free trial ends in 3 days',
  body: (
    <MailLayout preview={`It ends on ${dayOf(endsAt)}.`} heading="Your free trial is about to end" footer={BECAUSE}>
      <MailText>
        Your free trial ends on {dayOf(endsAt)}. If you stay, there is nothing to do: your card is charged for the first
        time that day. If not, cancel before then and you pay nothing.
      </MailText>
      <MailButton href={billing(appUrl)}>See my plan</MailButton>
      <MailText>
        {`After the first payment our ${MONEY_BACK_DAYS}-day money-back guarantee begins: you can still change your mind.`}
      </MailText>
    </MailLayout>
  ),
})

export const firstPaymentMail = (appUrl: string, moneyBackUntil: Date) => ({
  subject: 'Your first payment, and how to get it back',
  body: (
    <MailLayout
      preview={`Money back until ${dayOf(moneyBackUntil)}.`}
      heading="Thank you for staying with us"
      footer={BECAUSE}
    >
      <MailText>Your first payment went through. The invoice is with your billing details.</MailText>
      <MailButton href={billing(appUrl)}>See my invoices</MailButton>
      <MailText>{moneyBack(moneyBackUntil)}</MailText>
    </MailLayout>
  ),
})

export const paymentFailedMail = (appUrl: string) => ({
  subject: 'Your payment did not go through',
  body: (
    <MailLayout preview="Please check your card." heading="Your payment did not go through" footer={BECAUSE}>
      <MailText>
        We could not charge your card for the next period. Everything keeps working for now, and the charge is tried
        again over the next days. Please check the card, or use another one.
      </MailText>
      <MailButton href={billing(appUrl)}>Update my card</MailButton>
    </MailLayout>
  ),
})

export const subscriptionEndedMail = (appUrl: string, moneyBackUntil: Date | null | undefined) => ({
  subject: 'Your subscription has ended',
  body: (
    <MailLayout preview="Your pages stay up." heading="Your subscription has ended" footer={BECAUSE}>
      <MailText>{PAGES_STAY}</MailText>
      <MailButton href={billing(appUrl)}>Reactivate</MailButton>
      {moneyBackUntil && moneyBackUntil > new Date() && <MailText>{moneyBack(moneyBackUntil)}</MailText>}
    </MailLayout>
  ),
})

export const subscriptionLinkedMail = (appUrl: string) => ({
  subject: 'Your subscription is active',
  body: (
    <MailLayout preview="Linked to the account you have." heading="Your subscription is active" footer={BECAUSE}>
      <MailText>
        A subscription was started with your e-mail address, and is now linked to the account you have. Your password
        stays as it is.
      </MailText>
      <MailButton href={`${appUrl}/portal`}>Open Property Files</MailButton>
    </MailLayout>
  ),
})

export const duplicateSubscriptionMail = (appUrl: string) => ({
  subject: 'You have a subscription already',
  body: (
    <MailLayout preview="The second one was cancelled." heading="You have a subscription already" footer={BECAUSE}>
      <MailText>
        A second subscription was started with your e-mail address. We cancelled it at once, so that you do not pay
        twice; the one you had goes on. If your card was charged for the second one, reply to this mail and we return
        it.
      </MailText>
      <MailButton href={billing(appUrl)}>See my plan</MailButton>
    </MailLayout>
  ),
})

/** In the email that creates the password, and in one of its own for an agent who was signed in. */
export const TRIAL_REFUSED =
  'There is one free trial for each person and card, and this one was used before. We cancelled the new trial and charged nothing. To subscribe, sign in and choose a plan under Settings, Billing: the first payment is then due at once.'

export const trialRefusedMail = (appUrl: string) => ({
  subject: 'Your free trial was used before',
  body: (
    <MailLayout preview="Nothing was charged." heading="Your free trial was used before" footer={BECAUSE}>
      <MailText>{TRIAL_REFUSED}</MailText>
      <MailButton href={billing(appUrl)}>Choose a plan</MailButton>
    </MailLayout>
  ),
})

export const confirmCheckoutMail = (
  link: string,
  { chargesNow, firstPaymentAt, cancelledOn, ...plan }: CheckoutConfirmation & { cancelledOn: Date },
) => ({
  subject: 'Someone paid for Property Files with your email address. Was it you?',
  body: (
    <MailLayout
      preview="We haven't linked it to your account."
      heading="Was it you?"
      footer="You're receiving this because you have an account at Property Files."
    >
      <MailText>
        {`Someone started a Property Files subscription (${priceOf(plan) ?? 'one plan'}) with your email address. You already have an account, so we haven't linked the two yet.`}
      </MailText>
      <MailText>
        {chargesNow
          ? 'If it was you, confirm it. The free trial was used before, so your card is charged when you confirm, and your account is active again straight away.'
          : firstPaymentAt
            ? `If it was you, confirm it. Your card is charged for the first time on ${dayOf(firstPaymentAt)}.`
            : 'If it was you, confirm it, and your account is active again straight away.'}
      </MailText>
      <MailButton href={link}>Review and confirm</MailButton>
      <MailText>
        {`If it wasn't you, there's nothing to do. Nobody can use your account this way, and we cancel the subscription on ${dayOf(cancelledOn)}.${chargesNow || firstPaymentAt ? ' Nothing is charged.' : ' If your card was charged, reply to this email and we refund it.'}`}
      </MailText>
    </MailLayout>
  ),
})

import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { emailDate } from '#ui/format/dates.ts'
import { type CheckoutConfirmation, MONEY_BACK_DAYS } from './billing.schema.ts'
import { subscriptionPrice } from './billingText.ts'

const SUBSCRIBER = 'You’re receiving this because you have a subscription to Property Files.'
const PAGES_STAY =
  'Your published pages stay up and leads still reach you. You can sign in, read and export everything. To add, edit, upload and publish again, reactivate your subscription.'

const billingUrl = (appUrl: string) => `${appUrl}/portal/settings#billing`

const moneyBack = (until: Date) =>
  `Our ${MONEY_BACK_DAYS}-day money-back guarantee runs until ${emailDate(until)}. If Property Files isn’t for you, reply to this email by then with the words “money back”. We’ll end the subscription and refund your card, no questions asked.`

export const trialEndingEmail = (appUrl: string, endsAt: Date) => ({
  subject: 'Your free trial ends in 3 days',
  body: (
    <EmailLayout
      preview={`It ends on ${emailDate(endsAt)}.`}
      heading="Your free trial is about to end"
      footer={SUBSCRIBER}
    >
      <EmailText>
        Your free trial ends on {emailDate(endsAt)}. To keep your subscription, you don’t need to do anything: your card
        is charged for the first time that day. Cancel before then and you pay nothing.
      </EmailText>
      <EmailButton href={billingUrl(appUrl)}>See my plan</EmailButton>
      <EmailText>{`After the first payment you have a ${MONEY_BACK_DAYS}-day money-back guarantee.`}</EmailText>
    </EmailLayout>
  ),
})

export const firstPaymentEmail = (appUrl: string, moneyBackUntil: Date) => ({
  subject: 'Your first payment and our money-back guarantee',
  body: (
    <EmailLayout
      preview={`Money back until ${emailDate(moneyBackUntil)}.`}
      heading="Thank you for staying with us"
      footer={SUBSCRIBER}
    >
      <EmailText>Your first payment went through. You’ll find the invoice in your billing settings.</EmailText>
      <EmailButton href={billingUrl(appUrl)}>See my invoices</EmailButton>
      <EmailText>{moneyBack(moneyBackUntil)}</EmailText>
    </EmailLayout>
  ),
})

export const paymentFailedEmail = (appUrl: string) => ({
  subject: 'Your payment didn’t go through',
  body: (
    <EmailLayout preview="Please check your card." heading="Your payment didn’t go through" footer={SUBSCRIBER}>
      <EmailText>
        We couldn’t charge your card. Everything keeps working for now, and we’ll try again over the next few days.
        Please check your card, or add another one.
      </EmailText>
      <EmailButton href={billingUrl(appUrl)}>Update my card</EmailButton>
    </EmailLayout>
  ),
})

export const subscriptionEndedEmail = (appUrl: string, moneyBackUntil: Date | null | undefined) => ({
  subject: 'Your subscription has ended',
  body: (
    <EmailLayout preview="Your pages stay up." heading="Your subscription has ended" footer={SUBSCRIBER}>
      <EmailText>{PAGES_STAY}</EmailText>
      <EmailButton href={billingUrl(appUrl)}>Reactivate</EmailButton>
      {moneyBackUntil && moneyBackUntil > new Date() && <EmailText>{moneyBack(moneyBackUntil)}</EmailText>}
    </EmailLayout>
  ),
})

export const subscriptionLinkedEmail = (appUrl: string) => ({
  subject: 'Your subscription is active',
  body: (
    <EmailLayout preview="It’s linked to your account." heading="Your subscription is active" footer={SUBSCRIBER}>
      <EmailText>Your new subscription is linked to your account. Your password stays the same.</EmailText>
      <EmailButton href={`${appUrl}/portal`}>Open Property Files</EmailButton>
    </EmailLayout>
  ),
})

export const duplicateSubscriptionEmail = (appUrl: string) => ({
  subject: 'You already have a subscription',
  body: (
    <EmailLayout
      preview="We’ve cancelled the second one."
      heading="You already have a subscription"
      footer={SUBSCRIBER}
    >
      <EmailText>
        Someone started a second subscription with your email address. We’ve cancelled it, so you don’t pay twice. The
        first one continues. If your card was charged for the second one, reply to this email and we’ll refund it.
      </EmailText>
      <EmailButton href={billingUrl(appUrl)}>See my plan</EmailButton>
    </EmailLayout>
  ),
})

/** To a member who paid while somebody else pays for their agency. */
export const memberCheckoutEmail = (appUrl: string) => ({
  subject: 'We’ve cancelled a subscription with your email address',
  body: (
    <EmailLayout
      preview="Your agency takes care of it."
      heading="Your agency takes care of the subscription"
      footer="You’re receiving this because you have an account at Property Files."
    >
      <EmailText>
        Someone started a subscription with your email address. Someone else pays for your agency, so we’ve cancelled
        it. If your card was charged, reply to this email and we’ll refund it.
      </EmailText>
      <EmailButton href={`${appUrl}/portal`}>Open Property Files</EmailButton>
    </EmailLayout>
  ),
})

/** Who reads it: the owner who pays now, the one who paid until now, or another one. */
export type PayerEmailReader = 'new payer' | 'former payer' | 'owner'

export function payerChangedEmail(appUrl: string, payer: string, reader: PayerEmailReader) {
  const { title, text } = payerChangeTexts(payer)[reader]
  return {
    subject: title,
    body: (
      <EmailLayout
        preview="The plan and its price stay the same."
        heading={title}
        footer="You’re receiving this because you’re an owner of your agency."
      >
        <EmailText>{text}</EmailText>
        <EmailButton href={billingUrl(appUrl)}>Open billing</EmailButton>
      </EmailLayout>
    ),
  }
}

const payerChangeTexts = (payer: string): Record<PayerEmailReader, { title: string; text: string }> => ({
  'new payer': {
    title: 'You now pay for your agency',
    text: 'You’ll get the receipts from now on. The plan and its price stay the same, and so does the card until you change it. You can add your own card under Settings, Billing.',
  },
  'former payer': {
    title: 'You no longer pay for your agency',
    text: `${payer} pays for it now and gets the receipts. The card stays the same until someone changes it. If it’s yours, ask ${payer} to add another one, or change it yourself: you’re still an owner.`,
  },
  owner: {
    title: `${payer} now pays for your agency`,
    text: `${payer} gets the receipts from now on. The plan, its price and the card stay the same. Every owner can change the card under Settings, Billing.`,
  },
})

/** Part of the email that creates the password, and a separate email for an agent who was signed in. */
export const TRIAL_REFUSED_TEXT =
  'There’s one free trial for each person and card, and yours was used before. We’ve cancelled the new trial and charged nothing. To subscribe, sign in and choose a plan under Settings, Billing. The first payment is due when you subscribe.'

export const trialRefusedEmail = (appUrl: string) => ({
  subject: 'Your free trial was used before',
  body: (
    <EmailLayout preview="Nothing was charged." heading="Your free trial was used before" footer={SUBSCRIBER}>
      <EmailText>{TRIAL_REFUSED_TEXT}</EmailText>
      <EmailButton href={billingUrl(appUrl)}>Choose a plan</EmailButton>
    </EmailLayout>
  ),
})

export const confirmCheckoutEmail = (
  link: string,
  { chargesNow, firstPaymentAt, cancelledOn, ...plan }: CheckoutConfirmation & { cancelledOn: Date },
) => ({
  subject: 'Someone paid for Property Files with your email address. Was it you?',
  body: (
    <EmailLayout
      preview="We haven’t linked it to your account."
      heading="Was it you?"
      footer="You’re receiving this because you have an account at Property Files."
    >
      <EmailText>
        {`Someone started a Property Files subscription (${subscriptionPrice(plan) ?? 'one plan'}) with your email address. You already have an account, so we haven’t linked the two yet.`}
      </EmailText>
      <EmailText>
        {chargesNow
          ? 'If it was you, confirm it. The free trial was used before, so your card is charged when you confirm, and your account is active again straight away.'
          : firstPaymentAt
            ? `If it was you, confirm it. Your card is charged for the first time on ${emailDate(firstPaymentAt)}.`
            : 'If it was you, confirm it, and your account is active again straight away.'}
      </EmailText>
      <EmailButton href={link}>Review and confirm</EmailButton>
      <EmailText>
        {`If it wasn’t you, there’s nothing to do. No one can use your account this way, and we’ll cancel the subscription on ${emailDate(cancelledOn)}.${chargesNow || firstPaymentAt ? ' Nothing is charged.' : ' If your card was charged, reply to this email and we’ll refund it.'}`}
      </EmailText>
    </EmailLayout>
  ),
})

import type { ReactElement } from 'react'
import * as accounts from '../../src/features/accounts/accounts.emails.tsx'
import * as agencies from '../../src/features/agencies/agencies.emails.tsx'
import * as billing from '../../src/features/billing/billing.emails.tsx'
import * as updates from '../../src/features/leads/agentUpdates.emails.tsx'
import * as leads from '../../src/features/leads/leads.emails.tsx'
import { renderEmail } from '../../src/platform/mail/mailer.server.ts'

const APP = 'https://files.example.nz'
const HOME = '14 Kōwhai Hollow Rise, Karori'
const LINK = `${APP}/reset-password/example`
const lead = {
  id: 'lead_example',
  firstName: 'Hana',
  lastName: 'Petersen',
  email: 'hana.petersen@example.nz',
  phone: '+64215550199',
  note: 'Is the roof original, and may we come on Saturday morning?',
}
const listing = {
  id: 'list_example',
  title: HOME,
  address: '14 Kōwhai Hollow Rise, Karori, Wellington 6012',
  country: 'NZ',
}
const toRing = {
  ...lead,
  ...{ listingTitle: HOME, country: 'NZ', heat: 72 },
  brief: 'Read the building report for 4 min, mostly pages 12–15; searched ‘moisture’; back twice since Tuesday.',
}
const answers = [
  { question: 'Is your finance arranged?', answer: 'Yes, approved' },
  { question: 'Do you need to sell a property first?', answer: 'No' },
]
const agent = {
  name: 'Mia Chen',
  agencyName: 'Harbour Realty',
  licenceLine: 'Licensed under the REAA 2008',
  phone: '021 555 0100',
  callLink: 'tel:+64215550100',
  photoUrl: null,
}
const documents = ['LIM report', 'Record of title WN12A/345', 'Builder’s report', 'Floor plan', 'Rates 2026']
const shared = {
  ...listing,
  ...{ cover: { url: `${APP}/photos/file_example/960`, width: 502, height: 335 }, documents, agent },
  sender: { brand: null, closing: '' },
}
const inAWeek = new Date(Date.now() + 7 * 24 * 3600 * 1000)

const emails: Record<string, { subject: string; body: ReactElement }> = {
  'reset the password': accounts.passwordResetEmail(LINK),
  'welcome, create a password': accounts.setPasswordEmail(LINK, 7),
  'welcome without a trial': accounts.setPasswordEmail(LINK, 7, billing.TRIAL_REFUSED_TEXT),
  'account ready': accounts.accountReadyEmail(APP),
  'password changed': accounts.passwordChangedEmail(APP),
  'new sign-in': accounts.newSignInEmail({
    ...{ device: 'Chrome on Windows', moment: 'Saturday, 14 March 2026 at 9:12 am', appUrl: APP },
    ...{ place: 'Wellington, New Zealand', link: `${APP}/not-me/example`, days: 7 },
  }),
  'this wasn’t me': accounts.signInDisownedEmail(LINK),
  'how long members stay signed in': agencies.sessionRuleEmail({
    ...{ agencyName: 'Harbour Realty', changedBy: 'Mia Chen', appUrl: APP },
    rule: { hours: 12, idleMinutes: 30 },
  }),
  'confirm the address': accounts.confirmAddressEmail(`${APP}/portal/settings?confirmEmail=example`),
  'address about to change': accounts.addressChangeRequestedEmail('ha…@example.nz', APP),
  'address changed': accounts.addressChangedEmail('ha…@example.nz'),
  'account to be deleted': accounts.deletionScheduledEmail('30 November 2026', 14, APP),
  'export ready': accounts.exportReadyEmail(APP, 7),
  'new lead': leads.newLeadEmail(APP, listing, { ...lead, answers }),
  'answers after the lead': leads.answersEmail(APP, listing, lead, answers),
  'wrote again': leads.repeatLeadEmail(APP, listing, lead, {
    body: 'We would bring a builder along.',
    phone: '+64275550142',
    fromOwnBrowser: false,
  }),
  'many leads': leads.digestEmail(
    APP,
    listing,
    Array.from({ length: 8 }, () => lead),
  ),
  'hot lead reading now': updates.hotLeadEmail(APP, toRing),
  'follow-up due': updates.reminderEmail(APP, toRing, 'Call about finance'),
  'who to ring today': updates.morningListEmail(APP, [toRing], 3, ''),
  'weekly summary': updates.weeklySummaryEmail(APP, [{ label: 'Visitors', now: 312, before: 280 }], 2, ''),
  'private link': leads.privateLinkEmail(`${APP}/listings/14-kowhai/open?key=example`, shared),
  'private link in an agency’s name': leads.privateLinkEmail(`${APP}/listings/14-kowhai/open?key=example`, {
    ...shared,
    sender: {
      brand: {
        name: 'Kowhai Property',
        legalLine: 'Kowhai Property Ltd, licensed REAA 2008',
        colour: '#1e4a86',
        logo: null,
      },
      closing: 'Please read the documents with your lawyer before you make an offer.',
    },
  }),
  'code to confirm the address': leads.privateLinkEmail(`${APP}/listings/14-kowhai/open?key=example`, shared, '482913'),
  'trial ending': billing.trialEndingEmail(APP, inAWeek),
  'first payment': billing.firstPaymentEmail(APP, inAWeek),
  'payment failed': billing.paymentFailedEmail(APP),
  'subscription ended': billing.subscriptionEndedEmail(APP, inAWeek),
  'subscription linked': billing.subscriptionLinkedEmail(APP),
  'second subscription cancelled': billing.duplicateSubscriptionEmail(APP),
  'paid for another agency': billing.memberCheckoutEmail(APP),
  'another owner pays': billing.payerChangedEmail(APP, 'Mere Tamihana', 'owner'),
  'you pay now': billing.payerChangedEmail(APP, 'Mere Tamihana', 'new payer'),
  'you no longer pay': billing.payerChangedEmail(APP, 'Mere Tamihana', 'former payer'),
  'trial used before': billing.trialRefusedEmail(APP),
  'confirm a payment': billing.confirmCheckoutEmail(`${APP}/confirm-checkout/example`, {
    ...{ email: 'mi…@example.nz', amount: 4900, currency: 'nzd', interval: 'month', seats: 3, card: null },
    ...{ chargesNow: true, firstPaymentAt: null, cancelledOn: inAWeek },
  }),
}

/** Every email that we send, with made-up contents. */
export const renderedEmails = await Promise.all(
  Object.entries(emails).map(async ([name, { body }]) => ({
    name: `mail, ${name}`,
    html: (await renderEmail(body)).html,
  })),
)

import * as z from 'zod/mini'
import { MAX_NAME_LENGTH, PersonName } from '#platform/personName.ts'

export const TRIAL_DAYS = 30
export const MONEY_BACK_DAYS = 30

/** How many of the last days of a trial the portal speaks about it. */
export const TRIAL_BANNER_DAYS = 5

/** While the provider still tries to charge a card, nothing is taken away. */
const activeStatuses = ['trialing', 'active', 'past_due']
export const isActive = (status: string) => activeStatuses.includes(status)

const ProviderId = z.string().check(z.regex(/^\w{1,200}$/))
export const CheckoutChoice = z.strictObject({ sessionId: ProviderId })
export const PriceId = ProviderId
export const ConfirmationLink = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** What is for sale, in the provider's words and figures. */
export interface Plan {
  priceId: string
  name: string
  description: string
  /** In the currency's smallest unit. */
  amount: number
  currency: string
  interval: string
  intervalCount: number
  trialDays: number
  checkoutUrl: string
}

export interface Pricing {
  plans: Plan[]
}

export type CheckoutState =
  /** Paid, but the provider has not confirmed it yet; or not paid yet at all. */
  | { state: 'pending' }
  /** Not paid in time. */
  | { state: 'expired' }
  /** Paid while signed out: the next step is in an email, whoever has the address. `finished` when its link was used. */
  | { state: 'emailed'; email: string; finished: boolean }
  /** Paid by an agent who was signed in. */
  | { state: 'linked' | 'duplicate' | 'trial_refused'; email: string }

/** What a confirmation link shows before the owner of the account decides. */
export interface CheckoutConfirmation {
  email: string
  /** In the currency's smallest unit. */
  amount: number | null
  currency: string
  interval: string | null
  card: { brand: string; last4: string } | null
  /** The trial was used before: confirming charges the card at once. */
  chargesNow: boolean
  /** When the card is charged for the first time otherwise. */
  firstPaymentAt: Date | null
}

const DAY = 24 * 3600 * 1000
export const daysUntil = (moment: Date, now = new Date()) =>
  Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / DAY))

export const daysAfter = (days: number, moment: Date) => new Date(moment.getTime() + days * DAY)

/** A person's name as one line, parted where most names are. */
export function partedName(name: string) {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: nameOrNothing(words.join(' ')), lastName: nameOrNothing(lastName) }
}

/** Whatever was typed at the checkout: what could not be saved in the settings is not taken from there either. */
const nameOrNothing = (text: string) => PersonName.safeParse(text.slice(0, MAX_NAME_LENGTH)).data ?? ''

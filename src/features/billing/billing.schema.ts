import * as z from 'zod/mini'
import { MAX_NAME_LENGTH, MemberId, PersonName } from '#platform/input/fieldSchemas.ts'
import { DAY_MS } from '#values/time.ts'

export const TRIAL_DAYS = 30
export const MONEY_BACK_DAYS = 30

/** In the last days of a trial every page of the portal mentions it. */
export const TRIAL_BANNER_DAYS = 5

/** While Stripe still tries to charge a card, the agent keeps everything. */
const activeStatuses = ['trialing', 'active', 'past_due']
export const isActiveStatus = (status: string) => activeStatuses.includes(status)

const stripeIdSchema = (thing: string) => z.string().check(z.regex(/^\w{1,200}$/, `This isn’t the id of ${thing}`))
export const CheckoutSessionInput = z.strictObject({ sessionId: stripeIdSchema('a checkout') })
export const PriceId = stripeIdSchema('a price')
export const ConfirmationTokenInput = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** The seats and the price that the owner saw. */
export const NewSeat = z.strictObject({
  seats: z.int().check(z.positive(), z.lte(100_000)),
  amountToday: z.int().check(z.nonnegative()),
})
export type NewSeat = z.infer<typeof NewSeat>
export const NewPayer = z.strictObject({ userId: MemberId })

/** What one more seat costs. Amounts are in the currency's smallest unit. */
export interface SeatPrice {
  /** How many there are now. */
  seats: number
  freeSeats: number
  /** For one seat and one period. */
  amount: number
  currency: string
  interval: string
  /** For the rest of this period. */
  amountToday: number
  /** Until then nothing is charged. */
  trialEndsAt: Date | null
  periodEndsAt: Date | null
}

/** What is for sale, as Stripe has it. */
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
  /** Not paid yet, or paid and not confirmed by Stripe yet. */
  | { state: 'pending' }
  /** Not paid in time. */
  | { state: 'expired' }
  /** Paid while signed out: the next step is in an email, for every address alike. */
  | { state: 'emailed'; finished: false; email: string }
  /** Its link was used, so the page no longer needs to say where it went. */
  | { state: 'emailed'; finished: true }
  /** Paid by an agent who was signed in. */
  | { state: 'linked' | 'duplicate' | 'trial_refused'; email: string }

/** What a confirmation link shows before the owner of the account decides. */
export interface CheckoutConfirmation {
  email: string
  /** For one seat, in the currency's smallest unit. */
  amount: number | null
  /** One for everyone in the owner's agency. */
  seats: number
  currency: string
  interval: string | null
  card: { brand: string; last4: string } | null
  /** The trial was used before: confirming charges the card at once. */
  chargesNow: boolean
  /** When the card is charged for the first time otherwise. */
  firstPaymentAt: Date | null
}

/** Why a link to Stripe led back to our page. Comes with the address, as `?checkoutError=`. */
export const checkoutErrorNames = [
  'tooMany',
  'active',
  'plan',
  'owner',
  'otherAgency',
  'deletion',
  'unavailable',
] as const
export type CheckoutError = (typeof checkoutErrorNames)[number]

export const daysUntil = (moment: Date, now = new Date()) =>
  Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / DAY_MS))

export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)

/** Splits a full name at its last space. */
export function splitName(name: string) {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: validNameOrEmpty(words.join(' ')), lastName: validNameOrEmpty(lastName) }
}

/** A name typed at the checkout that the settings would refuse is left out. */
const validNameOrEmpty = (text: string) => PersonName.safeParse(text.slice(0, MAX_NAME_LENGTH)).data ?? ''

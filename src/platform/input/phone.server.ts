import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { countries } from '#values/listingFactValues.ts'
import { invalidInput } from '../errors.ts'
import { callerLocale } from '../http/currentRequest.server.ts'

type HomeCountry = (typeof countries)[number]

/** Countries that a number without a country code may belong to, the likeliest first. */
const homeCountries = (likeliest: HomeCountry | null | undefined): HomeCountry[] =>
  likeliest === 'AU' ? ['AU', 'NZ'] : ['NZ', 'AU']

/**
 * In E.164, which every phone can dial, if the country is clear; otherwise as it was typed.
 * See docs/decisions/0049.
 */
export function normalisePhone(typed: string, country?: HomeCountry | null): string {
  const abroad = typed.startsWith('+') ? parsePhoneNumberFromString(typed) : undefined
  if (abroad?.isPossible()) return abroad.number
  const digits = typed.replace(/\D/g, '')
  const local = homeCountries(country)
    .map((one) => parsePhoneNumberFromString(typed, one))
    .find(
      // "212 555 0100" could be in any country. A leading zero, or a home country's code without its plus, is clear.
      (found) => found?.isValid() && (digits.startsWith('0') || found.number === `+${digits}`),
    )
  return local?.number ?? typed
}

/** Refuses a number that cannot be dialled because digits are missing or too many, and says how many. */
export function requirePhone(typed: string, country: HomeCountry | null) {
  const problem = explainPhone(typed, country)
  if (problem) throw invalidInput({ phone: problem }, problem)
}

const MAX_WRONG_DIGITS = 6

/** What is wrong with a number whose country is clear. Any other number is accepted as it was typed. */
export function explainPhone(typed: string, country: HomeCountry | null): string | undefined {
  const isAbroad = typed.startsWith('+')
  if (normalisePhone(typed, country).startsWith('+') && !isAbroad) return undefined
  const digits = typed.replace(/\D/g, '')
  if (!isAbroad && !digits.startsWith('0')) return undefined
  const isDiallable = (candidate: string) =>
    isAbroad
      ? parsePhoneNumberFromString(`+${candidate}`)?.isPossible()
      : homeCountries(country).some((one) => parsePhoneNumberFromString(candidate, one)?.isValid())
  if (isDiallable(digits)) return undefined
  for (let wrong = 1; wrong <= MAX_WRONG_DIGITS; wrong += 1) {
    if (completions(digits, wrong).some(isDiallable)) return `This number is ${countDigits(wrong)} short`
    if (isDiallable(digits.slice(0, -wrong))) return `This number is ${countDigits(wrong)} too long`
  }
  return undefined
}

/** Which digits are valid depends on the range, so several are tried. */
const completions = (digits: string, missing: number) =>
  [...'0123456789'].map((digit) => digits + digit.repeat(missing))

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six']
const countDigits = (count: number) => `${numberWords[count]} ${count === 1 ? 'digit' : 'digits'}`

/** "021 555 0123" for a reader in the number's own country, "+64 21 555 0123" for everyone else. */
export function formatPhone(phone: string, region?: string): string {
  const found = phone.startsWith('+') ? parsePhoneNumberFromString(phone) : undefined
  if (!found?.isPossible()) return phone
  return region && found.country === region ? found.formatNational() : found.formatInternational()
}

/** As people in the country of the listing would dial it, or else the agent who makes the current request. */
export const phoneForCaller = (phone: string, country?: HomeCountry | null) =>
  formatPhone(phone, country ?? new Intl.Locale(callerLocale()).region)

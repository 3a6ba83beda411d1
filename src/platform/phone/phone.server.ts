import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { callerLocale } from '../http/currentRequest.server.ts'

/** Countries that a number without a country code may belong to, in this order. */
const HOME_COUNTRIES = ['NZ', 'AU'] as const

/**
 * In E.164, which every phone can dial, if the country is clear; otherwise as it was typed.
 * See docs/decisions/0049.
 */
export function normalisePhone(typed: string): string {
  const abroad = typed.startsWith('+') ? parsePhoneNumberFromString(typed) : undefined
  if (abroad?.isPossible()) return abroad.number
  const digits = typed.replace(/\D/g, '')
  const local = HOME_COUNTRIES.map((country) => parsePhoneNumberFromString(typed, country)).find(
    // "212 555 0100" could be in any country. A leading zero, or a home country's code without its plus, is clear.
    (found) => found?.isValid() && (digits.startsWith('0') || found.number === `+${digits}`),
  )
  return local?.number ?? typed
}

/** "021 555 0123" for a reader in the number's own country, "+64 21 555 0123" for everyone else. */
export function formatPhone(phone: string, region?: string): string {
  const found = phone.startsWith('+') ? parsePhoneNumberFromString(phone) : undefined
  if (!found?.isPossible()) return phone
  return region && found.country === region ? found.formatNational() : found.formatInternational()
}

/** As the agent who makes the current request would dial it. */
export const phoneForCaller = (phone: string) => formatPhone(phone, new Intl.Locale(callerLocale()).region)

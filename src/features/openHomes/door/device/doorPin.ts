import * as z from 'zod/mini'
import { fromBase64Url, toBase64Url } from '../sync/sealEntry.ts'

export const PIN_LENGTHS = { min: 4, max: 8 }
export const NewPin = z
  .string()
  .check(z.regex(/^\d{4,8}$/, `Please enter ${PIN_LENGTHS.min} to ${PIN_LENGTHS.max} digits`))

export interface HashedPin {
  salt: string
  hash: string
  iterations: number
}

/** A third of a second on a phone: nobody notices, and someone who tries them all does. */
const ITERATIONS = 600_000

export async function hashPin(pin: string, iterations = ITERATIONS): Promise<HashedPin> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt: toBase64Url(salt), hash: await derive(pin, salt, iterations), iterations }
}

export async function isPin(pin: string, { salt, hash, iterations }: HashedPin) {
  return (await derive(pin, fromBase64Url(salt), iterations)) === hash
}

async function derive(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256)
  return toBase64Url(new Uint8Array(bits))
}

/** How often a wrong PIN was entered. Counted before the PIN is checked, so that closing the app in between gives no free attempt. */
export interface PinAttempts {
  count: number
  lastAtMs: number
}

export const NO_ATTEMPTS: PinAttempts = { count: 0, lastAtMs: 0 }

const FREE_ATTEMPTS = 3
const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 15 * 60_000
/** Then the PIN is worth nothing any more: the agent ends check-in from another device. */
const MAX_ATTEMPTS = 15

interface SpentAttempt {
  attempts: PinAttempts
  /** Until there is another attempt. */
  waitMs: number
  /** Only then may the PIN be looked at. */
  isAllowed: boolean
}

/** Takes one attempt, if there is one. */
export function spendAttempt(attempts: PinAttempts, nowMs: number): SpentAttempt {
  const waitMs = pinWaitMs(attempts, nowMs)
  if (waitMs > 0 || isPinBlocked(attempts)) return { attempts, waitMs, isAllowed: false }
  return { attempts: { count: attempts.count + 1, lastAtMs: nowMs }, waitMs, isAllowed: true }
}

export const isPinBlocked = ({ count }: PinAttempts) => count >= MAX_ATTEMPTS

/** How long the next attempt has to wait. A clock that was set back makes it longer, and one that was set forward doesn't add attempts. */
export function pinWaitMs({ count, lastAtMs }: PinAttempts, nowMs: number) {
  if (count < FREE_ATTEMPTS) return 0
  const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE_ATTEMPTS))
  return Math.max(0, waitMs - Math.max(0, nowMs - lastAtMs))
}

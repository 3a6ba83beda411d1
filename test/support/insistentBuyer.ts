import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from './call.ts'

const PAUSE = 250
const TIMEOUT_MS = 20_000

export interface Buyer {
  listingId: string
  firstName: string
  lastName: string
  email: string
  phone: string
  note: string
  key: string
}

export const newBuyer = (nth: number, listingId: string): Buyer => ({
  listingId,
  firstName: 'Jane',
  lastName: `Doe ${nth}`,
  email: `${randomUUID()}@example.com`,
  phone: '021 123 4567',
  note: 'May I come on Saturday?',
  key: randomUUID(),
})

/** As the form does it: the same details, key and answer again until the server says that it has them. */
export async function sendUntilAcknowledged(url: string, buyer: Buyer, findAnswer: () => Promise<string>) {
  let turnstile: string | undefined
  for (;;) {
    try {
      turnstile ??= await inTime(findAnswer())
      const data = { ...buyer, turnstile }
      const { status, text } = await inTime(
        call(url, 'submitLead', { method: 'POST', data, headers: { 'x-forwarded-for': newAddress() } }),
      )
      if (status === 200) return
      // The answer has grown too old meanwhile: the form finds another.
      if (status === 403) turnstile = undefined
      else if (status < 500) throw new Refused(`Answered with ${status}: ${text}`)
    } catch (error) {
      if (error instanceof Refused) throw error
    }
    await pause(PAUSE)
  }
}

class Refused extends Error {}

/** An answer that never comes, from a process that was killed, is asked for again. */
const inTime = <T>(asked: Promise<T>) => {
  const waiting = new AbortController()
  const late = pause(TIMEOUT_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new Error('No answer came.')
  })
  return Promise.race([asked, late]).finally(() => waiting.abort())
}

let visitors = 0
const newAddress = () => `10.${(++visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`

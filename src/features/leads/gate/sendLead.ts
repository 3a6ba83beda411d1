import { AppError, invalidInput } from '#platform/errors.ts'
import { submitLead } from '../gate.functions.ts'
import type { Details } from './checkDetails.ts'

/** A connection that says nothing for so long is none. */
const TIMEOUT_MS = 20_000
/** The server takes an answer again for the same key, but not for ever. */
const BOT_CHECK_VALID_MS = 3 * 60_000

interface LeadSubmission {
  listingId: string
  key: string
  /** Passes the bot check. */
  takeAnswer: () => Promise<string>
}

/** One sending, to be tried as often as it takes: the key stays, and so does the bot check's answer while it counts. */
export function createLeadSender({ listingId, key, takeAnswer }: LeadSubmission) {
  let answer: { text: string; takenAt: number } | undefined

  return async (details: Details) => {
    const { checkDetails } = await import('./checkDetails.ts')
    const wrong = checkDetails(details)
    if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
    try {
      return await send(details)
    } catch (error) {
      if (!isBotRefusal(error)) throw error
    }
    // Perhaps it only lay there for too long: the next check decides.
    answer = undefined
    return send(details)
  }

  async function send(details: Details) {
    if (!answer || Date.now() - answer.takenAt > BOT_CHECK_VALID_MS)
      answer = { text: await takeAnswer(), takenAt: Date.now() }
    const data = { listingId, ...details, key, turnstile: answer.text }
    return submitLead({ data, signal: AbortSignal.timeout(TIMEOUT_MS) })
  }
}

const isBotRefusal = (error: unknown) => error instanceof AppError && error.name === 'Forbidden'

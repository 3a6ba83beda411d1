import Stripe from 'stripe'
import { AppError, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { inSpan } from '#platform/tracing/inSpan.server.ts'

const notSetUp = () => new AppError('PaymentsNotSetUp', 503, 'Payments are not set up here yet.')
const notAnswering = () =>
  new AppError('Unavailable', 503, 'The payment provider is not answering right now. Please try again in a moment.', {
    retryAfter: 30,
  })

export function providerOf({ payments }: Pick<Services, 'payments'>) {
  if (!payments) throw notSetUp()
  return payments
}

/**
 * Every question to the provider goes through here: its troubles are no bugs of ours. Never asked inside a transaction,
 * because an answer may take minutes.
 */
export async function ask<T>({ log }: Pick<Services, 'log'>, question: () => Promise<T>): Promise<T> {
  try {
    return await inSpan('payment provider', {}, question)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'resource_missing') throw notFound()
    log.warn({ type: error.type, code: error.code, requestId: error.requestId }, 'the payment provider failed')
    throw notAnswering()
  }
}

/** Work that hangs on the provider is tried for a day: whoever has paid should not wait for the daily look. */
export const triedForADay = { retryLimit: 300 }

/** How long a person waits for the provider. Only work that nobody watches waits as long as the library does, which is minutes. */
const PATIENCE = 8_000

/** The answer if it comes soon, else a word. What was asked goes on, for whoever asks next. */
export async function inTime<T>({ log }: Pick<Services, 'log'>, answer: Promise<T>, patience = PATIENCE): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      log.warn({ waited: patience }, 'the payment provider is not answering')
      answer.catch((err) => err instanceof AppError || log.error({ err }, 'failed when nobody waited any more'))
      reject(notAnswering())
    }, patience)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

export const idOf = (link: string | { id: string } | null | undefined) =>
  typeof link === 'string' ? link : (link?.id ?? '')

export const moment = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)

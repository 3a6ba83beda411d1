import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { findPaymentSandbox } from '../../payment-sandbox/sandbox.ts'
import { user } from '../../src/db/schema/accounts.ts'
import { subscription } from '../../src/db/schema/billing.ts'
import type { RunningApp } from '../../test/support/app.ts'
import { withDatabase } from '../agent.ts'
import { expect } from './app.ts'
import { section } from './settings.ts'

export const billing = (page: Page) => section(page, 'Billing')
export const notice = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

export const PAYS = '4242 4242 4242 4242'
export const DECLINED = '4000 0000 0000 0002'

interface Card {
  email?: string
  number: string
  expiry?: string
}

let usedCards = 0
/** Makes each payment one with a card of its own: a card has one free trial. */
const newCardCode = () => String(1_000 + (usedCards++ % 9_000))

/** Fills in and submits the sandbox's checkout. */
export async function payWith(page: Page, { email, number, expiry = '12/40' }: Card) {
  await expect(page).toHaveURL(/\/pay\//)
  if (email) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill(expiry)
  await page.getByLabel('Security code').fill(newCardCode())
  await page.getByLabel('Name on card').fill('Tui Marama')
  await page.getByRole('button', { name: /Start free trial|Pay/ }).click()
}

/** An open checkout that nobody has paid. */
export async function openCheckout(app: RunningApp) {
  const answer = await fetch(`${app.url}/checkout/price_sandbox_monthly`, { redirect: 'manual' })
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

/** What Stripe does by itself: a checkout expires, time passes. */
export async function tellSandbox(app: RunningApp, path: string, body: object = {}) {
  const sandbox = findPaymentSandbox(app.dataDir)
  if (!sandbox) throw new Error('The application runs without a payment sandbox.')
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

type Known = Partial<Pick<typeof subscription.$inferInsert, 'status' | 'trialEndsAt' | 'endsAt'>>

/** What we last heard about an agent's subscription. */
export const setSubscription = (app: RunningApp, userId: string, active: boolean, known: Known = {}) =>
  withDatabase(app, async (db) => {
    await db.update(user).set({ subscriptionActive: active }).where(eq(user.id, userId))
    const values = { userId, status: 'active', trialEndsAt: null, endsAt: null, ...known, readNumber: 0 }
    await db.insert(subscription).values(values).onConflictDoUpdate({ target: subscription.userId, set: values })
  })

export const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000)

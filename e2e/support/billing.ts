import type { Page } from '@playwright/test'
import { newCardCode } from '../../test/fixtures/billing.ts'
import type { RunningApp } from '../../test/support/processes/app.ts'
import { expect } from './app.ts'
import { section } from './settings.ts'

export const billing = (page: Page) => section(page, 'Billing')
export const notice = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

interface Card {
  email?: string
  number: string
  expiry?: string
}

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

/** An open, unpaid checkout. */
export async function openCheckout(app: RunningApp) {
  const answer = await fetch(`${app.url}/checkout/price_sandbox_monthly`, { redirect: 'manual' })
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

export const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000)

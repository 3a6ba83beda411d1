import type { Browser } from '@playwright/test'
import { open } from '../../e2e/support/open.ts'
import { demoExampleSlug } from '../../src/seed/demoListings.ts'
import { phone, settled } from './devices.ts'
import { keepPicture } from './keepPicture.ts'

/** Nobody's number and nobody's address. */
const buyer = {
  'First name': 'Hana',
  'Last name': 'Petersen',
  Email: 'hana@example.nz',
  Phone: '021 555 0199',
  Note: 'We saw it on Saturday and loved the garden. Could we come back with our builder?',
}

/** A buyer opens a listing, submits the form and reads. The lead is emailed to the agent. */
export async function lookAsBuyer(browser: Browser) {
  const context = await phone(browser)
  const page = await context.newPage()
  await open(page, `/listings/${demoExampleSlug}`)
  await settled(page)
  keepPicture('listing', 'phone', await page.screenshot())

  await page.getByRole('button', { name: /^Building report/ }).tap()
  const form = page.getByRole('dialog').getByRole('form')
  for (const [label, value] of Object.entries(buyer)) await form.getByLabel(label).fill(value)
  await form.getByRole('button', { name: 'Open the documents' }).tap()
  for (const number of [1, 2]) await page.getByRole('dialog').locator(`[data-page="${number}"] canvas`).waitFor()
  await settled(page)
  keepPicture('reading', 'phone', await page.screenshot())
  await context.close()
}

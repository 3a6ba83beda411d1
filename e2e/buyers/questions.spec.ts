import type { Locator } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { lead, leadAnswer } from '../../src/db/schema/leads.ts'
import { listing as listingTable } from '../../src/db/schema/listings.ts'
import { askQuestions, createQuestion } from '../../test/fixtures/questions.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { emailsTo } from '../support/emails.ts'
import { open, reopen } from '../support/open.ts'
import { createPropertyListing } from '../support/propertyListing.ts'

const PHONE = { width: 390, height: 844 }

const finance = createQuestion()
const timeFrame = createQuestion({
  text: 'When would you like to buy?',
  type: 'choice',
  choices: ['Within 3 months', 'Just looking'],
})

const answersOf = async (app: AppWithData, listingId: string) =>
  (
    await app.db
      .select({ answer: leadAnswer.answer })
      .from(leadAnswer)
      .innerJoin(lead, eq(lead.id, leadAnswer.leadId))
      .where(eq(lead.listingId, listingId))
      .orderBy(leadAnswer.rank)
  ).map(({ answer }) => answer)

async function fillDetails(form: Locator, email: string) {
  await form.getByLabel('First name').fill('Hana')
  await form.getByLabel('Last name').fill('Petersen')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone').fill('021 555 0199')
}

async function codeFor(app: AppWithData, email: string) {
  const codes = async () =>
    (await emailsTo(app, email)).flatMap(({ subject }) => /^(\d{6}) is your code/.exec(subject ?? '')?.[1] ?? [])
  await expect.poll(async () => (await codes()).length, { timeout: 15_000 }).toBe(1)
  return (await codes())[0] ?? ''
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('optional questions follow the details and the code in the same sheet', async ({ page, app }) => {
    const { listing } = await createPropertyListing(app)
    await askQuestions(app.db, listing.id, finance, timeFrame)
    await app.db.update(listingTable).set({ requiresVerification: true }).where(eq(listingTable.id, listing.id))
    await open(page, `/listings/${listing.slug}`)
    await page.getByRole('button', { name: 'Get the documents — free' }).click()
    const sheet = page.getByRole('dialog')
    await fillDetails(sheet, 'hana.code@example.nz')
    await sheet.getByLabel('Phone').fill('021 555 01')
    await sheet.getByRole('button', { name: 'Open the documents' }).click()
    await expect(sheet.getByLabel('Phone')).toHaveAccessibleDescription('This number is one digit short')
    await sheet.getByLabel('Phone').fill('021 555 0199')
    await sheet.getByRole('button', { name: 'Open the documents' }).click()

    await expect(sheet.getByText('We’ve emailed a six-digit code to hana.code@example.nz')).toBeVisible()
    await expectAccessible(page, { both: false })
    await page.setViewportSize(PHONE)
    // Someone who has to look for the email comes back to the same step.
    await reopen(page)
    await page.getByRole('button', { name: 'Get the documents — free' }).click()
    const code = await codeFor(app, 'hana.code@example.nz')
    await sheet.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)

    await expect(sheet.getByRole('heading', { name: 'A few questions from Mia Chen' })).toBeFocused()
    await sheet.getByRole('radio', { name: 'Just looking' }).check()
    await sheet.getByRole('button', { name: 'Send answers' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('img', { name: 'Locked' })).toHaveCount(0)
    await expect.poll(() => answersOf(app, listing.id)).toEqual(['Just looking'])
  })

  test('a required question comes before the documents, which open at once, and an optional one can be left out', async ({
    page,
    app,
  }) => {
    const { listing } = await createPropertyListing(app)
    await askQuestions(app.db, listing.id, { ...finance, isRequired: true }, timeFrame)
    await open(page, `/listings/${listing.slug}`)
    await page.getByRole('button', { name: /LIM report/ }).click()
    const sheet = page.getByRole('dialog')
    await fillDetails(sheet, 'hana.required@example.nz')
    await sheet.getByRole('button', { name: 'Continue' }).click()
    await expect(sheet.getByRole('heading', { name: 'A few questions from Mia Chen' })).toBeFocused()
    await expect(sheet.getByRole('button', { name: 'Skip the questions' })).toHaveCount(0)
    await sheet.getByRole('radio', { name: 'Just looking' }).check()
    await sheet.getByRole('button', { name: 'Open the documents' }).click()
    await expect(sheet.getByText('Please answer this question')).toBeVisible()
    expect(await app.db.$count(lead, eq(lead.listingId, listing.id))).toBe(0)
    await sheet.getByRole('radio', { name: 'Yes' }).check()
    await sheet.getByRole('button', { name: 'Open the documents' }).click()
    await expect(page.getByRole('dialog', { name: 'LIM report' })).toBeVisible()
    await expect.poll(() => answersOf(app, listing.id)).toEqual(['Yes', 'Just looking'])
  })

  test('optional questions can be skipped, and the documents are open before', async ({ page, app }) => {
    const { listing } = await createPropertyListing(app)
    await askQuestions(app.db, listing.id, finance)
    await open(page, `/listings/${listing.slug}`)
    await page.getByRole('button', { name: /LIM report/ }).click()
    const sheet = page.getByRole('dialog')
    await fillDetails(sheet, 'hana.skips@example.nz')
    await sheet.getByRole('button', { name: 'Open the documents' }).click()
    await expect(sheet.getByText('The documents are open now.')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Locked', includeHidden: true })).toHaveCount(0)
    await sheet.getByRole('button', { name: 'Skip the questions' }).click()
    await expect(page.getByRole('dialog', { name: 'LIM report' })).toBeVisible()
    expect(await answersOf(app, listing.id)).toEqual([])
  })
})

test('on a laptop the questions are in the card, and required ones are answered first', async ({ page, app }) => {
  const { listing } = await createPropertyListing(app)
  await askQuestions(app.db, listing.id, { ...finance, isRequired: true }, timeFrame)
  await open(page, `/listings/${listing.slug}`)
  const card = page.getByRole('region', { name: 'Get the documents — free' })
  await expect(card.getByText(finance.text)).toBeHidden()
  await fillDetails(card, 'hana.laptop@example.nz')
  await expect(card.getByText(finance.text)).toBeVisible()
  await card.getByRole('button', { name: 'Open the documents' }).click()
  await expect(card.getByText('Please answer this question')).toBeVisible()
  await expectAccessible(page, { both: false })
  await card.getByRole('radio', { name: 'Yes' }).check()
  await card.getByRole('button', { name: 'Open the documents' }).click()
  await expect(page.getByRole('img', { name: 'Locked' })).toHaveCount(0)
  expect(await answersOf(app, listing.id)).toEqual(['Yes'])
})

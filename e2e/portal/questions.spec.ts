import { eq } from 'drizzle-orm'
import { listing } from '../../src/db/schema/listings.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { open } from '../support/open.ts'
import { openSettings, section } from '../support/settings.ts'

/** Accessibility checks take a while on a busy computer. */
test.describe.configure({ timeout: 120_000 })

test('an agent sets the usual questions, and gives one listing its own with the code', async ({ context, app }) => {
  const agent = await createAgent(app.db)
  const { id } = await createPublishedListing(app.db, { agent })
  const page = await openSettings(context, app, agent.email)
  const usual = section(page, 'Questions for buyers')
  const add = async (name: string) => {
    await usual.getByRole('button', { name: 'Add question' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await add('Is your finance arranged?')
  await add('Have you seen the property?')
  // By keyboard, as with documents.
  await usual.getByRole('button', { name: 'Move Have you seen the property?' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/Picked up Have you seen/)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/is over position 1 of 2/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(usual.getByRole('listitem')).toContainText(['Have you seen', 'Is your finance'])
  await usual.screenshot({ path: '/tmp/q-settings.png' })
  await usual.getByRole('button', { name: 'Save questions' }).click()
  await expect(page.getByRole('alert')).toContainText('Questions saved.')

  await open(page, `/portal/listings/${id}`)
  const own = section(page, 'Questions for buyers')
  await expect(own.getByRole('listitem')).toHaveText(['Have you seen the property?', 'Is your finance arranged?'])
  await own.getByText('Questions for this listing').click()
  await own.getByRole('button', { name: 'Remove “Have you seen the property?”' }).click()
  await own.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('menuitem', { name: 'Write your own' }).click()
  await own.getByLabel('Question', { exact: true }).fill('Which school?')
  await own.getByLabel('Answer', { exact: true }).selectOption('One of several')
  await own.getByRole('button', { name: 'Add question' }).click()
  await expect(own.getByText('Please enter at least two answers to choose from')).toBeVisible()
  await own.getByLabel('Answers to choose from').fill('North\nSouth')
  await own.getByRole('button', { name: 'Add question' }).click()
  await own.getByLabel('Required').last().check()
  await own.getByText('Ask buyers to confirm their email first').click()
  await own.screenshot({ path: '/tmp/q-own.png' })
  await page.setViewportSize({ width: 390, height: 844 })
  await own.screenshot({ path: '/tmp/q-own390.png' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => {
      const [saved] = await app.db.select().from(listing).where(eq(listing.id, id))
      return [saved?.requiresVerification, ...(saved?.questions ?? []).map(({ text, isRequired }) => [text, isRequired])]
    })
    .toEqual([true, ['Is your finance arranged?', false], ['Which school?', true]])
})

import sharp from 'sharp'
import { createAgent } from '../../test/fixtures/agents.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open, reopen } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { filledActions } from '../support/primaryActions.ts'
import { openSettings, section } from '../support/settings.ts'

/** Accessibility checks of several states take a while on a busy computer. */
test.describe.configure({ timeout: 90_000 })

test('the profile is saved, the preview card updates while the agent types, and what is switched off stays off', async ({
  context,
  app,
}) => {
  const { page } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/portal/settings')
  const card = page.getByRole('figure', { name: 'Preview' })
  const save = page.getByRole('button', { name: 'Save profile' })
  await expect(page.locator('h1')).toHaveText('Settings')
  await expect(save).toBeDisabled()

  await page.getByLabel('First name').fill('  Mere ')
  await page.getByLabel('Agency', { exact: true }).fill('Harbour & Hill')
  await page.getByLabel('Licence line').fill('Licensed under the REAA 2008')
  await expect(page.getByText('Add a phone number to your profile first.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Phone' }).fill('021 555 0199')
  await expect(card.getByRole('link')).toHaveText(['Call', 'Email'])
  await expect(card).toContainText('Mere')
  await expect(card).toContainText('Harbour & Hill')
  await expect(card).toContainText('Licensed under the REAA 2008')
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('chatham')
  await page.getByRole('option', { name: 'Pacific / Chatham' }).click()
  await expect(page.getByText('A new time zone applies to visits from now on')).toBeVisible()
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Profile saved.')
  await expect(save).toBeDisabled()
  await expect(page.getByLabel('First name')).toHaveValue('Mere')

  await page.getByLabel('Tagline').fill('Karori, since 2009')
  await page.getByRole('radio', { name: 'Teal' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Navy' })).toBeChecked()
  await page.getByLabel('Show my phone number').uncheck({ force: true })
  await expect(card.getByRole('link')).toHaveText(['Email'])
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('Card saved.')).toBeVisible()

  const leads = page.getByRole('switch', { name: 'New lead' })
  const savedPreferences = page.waitForResponse('**/_serverFn/saveEmailPreferences')
  await leads.click({ force: true })
  await savedPreferences
  const kept = page.getByLabel('Keep reading data after a listing closes')
  const savedRetention = page.waitForResponse('**/_serverFn/saveReadingRetention')
  await kept.selectOption('12 months')
  await savedRetention

  await reopen(page)
  await expect(card).toContainText('Karori, since 2009')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Pacific / Chatham')
  await expect(leads).not.toBeChecked()
  await expect(kept).toHaveValue('12')
  expect(browserErrors).toEqual([])
  await expectAccessible(page)

  await test.step('a failed change is reverted', async () => {
    await page.route('**/_serverFn/saveEmailPreferences', (route) => route.abort())
    await leads.click({ force: true })
    await expect(page.getByText('We couldn’t reach the server.')).toBeVisible()
    await expect(leads).not.toBeChecked()
  })
})

test('a section can be loaded again, a save that fails keeps what was typed, and leaving asks about unsaved changes', async ({
  context,
  app,
}) => {
  const { page } = await openPortal(context, app, (await createAgent(app.db)).email, '/portal/leads')
  await page.route(/fetchSessions|fetchAudit/, (route) => route.abort())
  await page.getByRole('link', { name: 'Settings' }).click()
  await test.step('a section that cannot be loaded shows an error and a retry', async () => {
    const list = section(page, 'Signed-in devices')
    await expect(list.getByText('We couldn’t load')).toBeVisible()
    const activity = section(page, 'Activity')
    await expect(activity.getByText('We couldn’t load')).toBeVisible()
    await page.unroute(/fetchSessions|fetchAudit/)
    await list.getByRole('button', { name: 'Try again' }).click()
    await expect(list.getByText('This device')).toBeVisible()
    await activity.getByRole('button', { name: 'Try again' }).click()
    await expect(activity.getByText(/^Signed in/)).toBeVisible()
    await activity.getByLabel('Filter activity').selectOption('Downloads')
    await expect(activity.getByText('No activity of this type yet.')).toBeVisible()
  })

  // As by a proxy, before the request reaches the call.
  const refusal = { name: 'TooLarge', message: 'That’s larger than we can accept here.' }
  await page.route('**/_serverFn/saveProfile', (route) => route.fulfill({ status: 413, json: refusal }))
  await page.getByLabel('Last name').fill('Typed for long')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText(refusal.message)).toBeVisible()
  await expect(page.getByText('Profile saved.')).toBeHidden()

  await page.unroute('**/_serverFn/saveProfile')
  await page.route('**/_serverFn/saveProfile', (route) => route.abort())
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(section(page, 'Profile').getByRole('alert')).toContainText('We couldn’t reach the server.')
  await expect(page.getByLabel('Last name')).toHaveValue('Typed for long')
  await page.getByLabel('Tagline').fill('Karori, since 2009')
  await expect(page.getByRole('button', { name: 'Save card' })).toBeEnabled()
  expect((await filledActions(page)).filter((name) => name?.startsWith('Save'))).toEqual(['Save profile'])

  await page.getByRole('link', { name: 'Leads' }).click()
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Password' }).click()
  await expect(page).toHaveURL(/#password$/)
  await expect(section(page, 'Password').getByLabel('Current password')).toBeInViewport()

  await page.getByRole('link', { name: 'Leads' }).click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/leads$/)
})

test('a photo is resized before upload, and removing it can be undone', async ({ context, app }) => {
  const page = await openSettings(context, app, (await createAgent(app.db)).email)
  const buffer = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const sent = page.waitForRequest('**/_serverFn/savePhoto')
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  expect((await sent).postData()?.length).toBeLessThan(100_000)
  const picture = page.getByRole('figure', { name: 'Preview' }).locator('img')
  await expect(picture).toBeVisible()

  await test.step('it disappears at once, and returns if the server does not answer', async () => {
    const answer = Promise.withResolvers<void>()
    await page.route('**/_serverFn/savePhoto', async (route) => {
      await answer.promise
      await route.abort()
    })
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await expect(picture).toBeHidden()
    answer.resolve()
    await expect(picture).toBeVisible()
    await page.unroute('**/_serverFn/savePhoto')
  })
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(picture).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(picture).toBeVisible()

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.txt', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(page.getByText('We can’t read this photo.')).toBeVisible()
  await expect(picture).toBeVisible()
})

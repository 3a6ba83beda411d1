import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { PASSWORD } from '../test/support/agents.ts'
import { linkMailedTo } from '../test/support/mailbox.ts'
import { unzip } from '../test/support/unzip.ts'
import { expect, test } from './app.ts'
import { collectComplaints } from './complaints.ts'
import { expectFit, newAgent, openSettings, section } from './support/settings.ts'

test('the profile is saved, and the card follows every letter', async ({ context, app }) => {
  const page = await openSettings(context, app, (await newAgent(app)).email)
  const complaints = await collectComplaints(page)
  await page.reload({ waitUntil: 'networkidle' })
  const card = page.getByRole('figure', { name: 'Preview' })
  const save = page.getByRole('button', { name: 'Save profile' })
  await expect(page.locator('h1')).toHaveText('Settings')
  await expect(save).toBeDisabled()

  await page.getByLabel('First name').fill('  Mere ')
  await page.getByLabel('Agency').fill('Harbour & Hill')
  await expect(card).toContainText('Mere')
  await expect(card).toContainText('Harbour & Hill')
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('chatham')
  await page.getByRole('option', { name: 'Pacific / Chatham' }).click()
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Your profile is saved.')
  await expect(save).toBeDisabled()
  await expect(page.getByLabel('First name')).toHaveValue('Mere')

  await page.getByLabel('Tagline').fill('Karori, since 2009')
  await page.getByRole('radio', { name: 'Teal' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Navy' })).toBeChecked()
  await page.getByLabel('Show my phone number').uncheck({ force: true })
  await expect(card.getByRole('link')).toHaveText(['E-mail'])
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('Your card is saved.')).toBeVisible()

  await page.reload({ waitUntil: 'networkidle' })
  await expect(card).toContainText('Karori, since 2009')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Pacific / Chatham')
  expect(complaints).toEqual([])
  await expectFit(page)
})

test('what was typed survives a refusal, and leaving without saving is asked about', async ({ context, app }) => {
  const page = await openSettings(context, app, (await newAgent(app)).email)
  await page.route('**/_serverFn/saveProfile', (route) => route.abort())
  await page.getByLabel('Last name').fill('Typed for long')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Something went wrong!')).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveValue('Typed for long')

  await page.getByRole('link', { name: 'Leads' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Password' }).click()
  await expect(page).toHaveURL(/#password$/)
  await expect(section(page, 'Password').getByLabel('Old password')).toBeInViewport()

  await page.getByRole('link', { name: 'Leads' }).click()
  await expectFit(page)
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/leads$/)
})

test('a photo is shrunk before it leaves, and a removed one can be had back', async ({ context, app }) => {
  const page = await openSettings(context, app, (await newAgent(app)).email)
  const buffer = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const sent = page.waitForRequest('**/_serverFn/savePhoto')
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  expect((await sent).postData()?.length).toBeLessThan(100_000)
  const picture = page.getByRole('figure', { name: 'Preview' }).locator('img')
  await expect(picture).toBeVisible()

  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(picture).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(picture).toBeVisible()

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.txt', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(page.getByText('That picture cannot be read.')).toBeVisible()
  await expect(picture).toBeVisible()
})

test('a new password signs out the other browser', async ({ context, browser, app, baseURL }) => {
  const { email } = await newAgent(app)
  const page = await openSettings(context, app, email)
  const elsewhere = await browser.newContext({ baseURL })
  const other = await openSettings(elsewhere, app, email)
  const form = section(page, 'Password')

  await form.getByLabel('Old password').fill('not mine')
  await form.getByLabel('New password').fill('password1')
  await expect(form.getByText('Very weak')).toBeVisible()
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('That is not your password')).toBeVisible()
  await expect(form.getByLabel('Old password')).toBeFocused()
  await expectFit(page)
  await form.getByLabel('Old password').fill(PASSWORD)
  await form.getByLabel('New password').fill('rata street kettle morning')
  await expect(form.getByText('Strong')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Every other browser was signed out.')).toBeVisible()
  await expect(form.getByLabel('New password')).toHaveValue('')

  expect((await other.request.get('/portal/settings', { maxRedirects: 0 })).status()).not.toBe(200)
  await elsewhere.close()
})

test('another browser is signed out from the list', async ({ context, browser, app, baseURL }) => {
  const { email } = await newAgent(app)
  const elsewhere = await browser.newContext({ baseURL })
  const other = await openSettings(elsewhere, app, email)
  const page = await openSettings(context, app, email)
  const rows = section(page, 'Where you are signed in').getByRole('listitem')

  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This browser' })).toHaveCount(1)
  await rows.getByRole('button', { name: /^Sign out/ }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('has to sign in again')
  await expectFit(page)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(rows).toHaveCount(1)
  expect((await other.request.get('/portal/settings', { maxRedirects: 0 })).status()).not.toBe(200)
  await elsewhere.close()
})

test('the address moves by the link that was mailed to the new one', async ({ context, app }) => {
  const agent = await newAgent(app)
  const page = await openSettings(context, app, agent.email)
  const email = `new-${agent.email}`
  await page.getByLabel('New e-mail address').fill(email)
  await section(page, 'E-mail address').getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible()
  await expectFit(page)

  await page.goto(await linkMailedTo(app.dataDir, email, '/portal/settings'), { waitUntil: 'networkidle' })
  await expect(section(page, 'E-mail address').getByText(agent.email, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Your e-mail address is changed')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/settings$/)
  await expect(section(page, 'E-mail address').getByText(email, { exact: true })).toBeVisible()

  await page.goto('/portal/settings?confirmEmail=dead', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('This link has expired')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/settings$/)
  await expectFit(page)
})

test('a switched-off mail stays off, and a refused switch goes back', async ({ context, app }) => {
  const page = await openSettings(context, app, (await newAgent(app)).email)
  const leads = page.getByRole('switch', { name: 'New lead' })
  const saved = page.waitForResponse('**/_serverFn/saveMailPreferences')
  await leads.click({ force: true })
  await saved
  await page.reload({ waitUntil: 'networkidle' })
  await expect(leads).not.toBeChecked()

  await page.route('**/_serverFn/saveMailPreferences', (route) => route.abort())
  await leads.click({ force: true })
  await expect(page.getByText('Something went wrong!')).toBeVisible()
  await expect(leads).not.toBeChecked()
})

test('the export is made and downloaded', async ({ context, app }) => {
  const { email } = await newAgent(app)
  const page = await openSettings(context, app, email)
  await page.getByRole('button', { name: 'Export my data' }).click()
  const link = page.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  await expectFit(page)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('property-files-export.zip')
  const files = unzip(await readFile(await download.path()))
  expect(String(files.get('account.json'))).toContain(email)
})

test('deleting the account takes words and a password, and can be undone', async ({ context, app }) => {
  const page = await openSettings(context, app, (await newAgent(app)).email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Please type “delete my account”')).toBeVisible()
  await expectFit(page)
  await dialog.getByLabel(/^Type/).fill('delete my account')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()

  const banner = page.getByRole('status').filter({ hasText: 'Your account will be deleted on' })
  await expect(banner).toBeVisible()
  await page.reload({ waitUntil: 'networkidle' })
  await expectFit(page)
  await banner.getByRole('button', { name: 'Undo: keep my account' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByText('Your account stays.')).toBeVisible()
})

test('what cannot be fetched says so and is fetched again on request', async ({ context, app }) => {
  const page = await openSettings(context, app, (await newAgent(app)).email)
  await page.goto('/portal/leads', { waitUntil: 'networkidle' })
  await page.route('**/_serverFn/fetchSessions*', (route) => route.abort())
  await page.getByRole('link', { name: 'Settings' }).click()
  const list = section(page, 'Where you are signed in')
  await expect(list.getByText('could not be loaded')).toBeVisible()
  await page.unroute('**/_serverFn/fetchSessions*')
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list.getByText('This browser')).toBeVisible()
})

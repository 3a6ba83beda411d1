import { readFile } from 'node:fs/promises'
import { createAgent, PASSWORD, signInAs } from '../../test/fixtures/agents.ts'
import { waitForEmailedLink } from '../../test/fixtures/emails.ts'
import { unzip } from '../../test/support/content/unzip.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { open, reopen } from '../support/open.ts'
import { openSettings, section } from '../support/settings.ts'

/** Accessibility checks of several states take a while on a busy computer. */
test.describe.configure({ timeout: 90_000 })

test('another browser is signed out from the list, and by a new password', async ({ context, app }) => {
  const { email } = await createAgent(app.db)
  const elsewhere = await signInAs(app.url, email)
  const statusElsewhere = async (cookie: string) =>
    (await fetch(`${app.url}/portal/settings`, { headers: { cookie }, redirect: 'manual' })).status
  const page = await openSettings(context, app, email)
  const rows = section(page, 'Signed-in devices').getByRole('listitem')

  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  expect(await statusElsewhere(elsewhere)).toBe(200)
  await rows.getByRole('button', { name: /^Sign out/ }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('need to sign in again')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(rows).toHaveCount(1)
  expect(await statusElsewhere(elsewhere)).toBe(302)

  const again = await signInAs(app.url, email)
  expect(await statusElsewhere(again)).toBe(200)
  const form = section(page, 'Password')
  await form.getByLabel('Current password').fill('not mine')
  await form.getByLabel('New password').fill('password1')
  await expect(form.getByText('Very weak')).toBeVisible()
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('That’s not your password')).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await expectAccessible(page, { part: form })
  await form.getByLabel('Current password').fill(PASSWORD)
  await form.getByLabel('New password').fill('rata street kettle morning')
  await expect(form.getByText('Strong')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('We’ve signed out your other devices.')).toBeVisible()
  await expect(form.getByLabel('New password')).toHaveValue('')
  expect(await statusElsewhere(again)).toBe(302)
})

test('the email address changes once the link sent to the new address is opened', async ({ context, app }) => {
  const agent = await createAgent(app.db)
  const page = await openSettings(context, app, agent.email)
  const email = `new-${agent.email}`
  await page.getByLabel('New email address').fill(email)
  await section(page, 'Email address').getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change email address' }).click()
  await expect(page.getByText(`We’ve emailed a link to ${email}.`)).toBeVisible()
  await expectAccessible(page, { part: section(page, 'Email address') })

  await open(page, await waitForEmailedLink(app.dataDir, email, '/portal/settings'))
  await expect(section(page, 'Email address').getByText(agent.email, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Your email address has changed')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/settings$/)
  await expect(section(page, 'Email address').getByText(email, { exact: true })).toBeVisible()

  await open(page, '/portal/settings?confirmEmail=dead')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('This link has expired')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/settings$/)
  await expectAccessible(page)
})

test('an agent downloads an export, and deleting the account needs a typed confirmation and the password, and can be undone', async ({
  context,
  app,
}) => {
  const { email } = await createAgent(app.db)
  const page = await openSettings(context, app, email)
  await page.getByRole('button', { name: 'Export my data' }).click()
  const link = page.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('property-files-export.zip')
  const files = unzip(await readFile(await download.path()))
  expect(String(files.get('account.json'))).toContain(email)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Please type “delete my account”')).toBeVisible()
  await expectAccessible(page, { dark: true })
  await dialog.getByLabel(/^Type/).fill('delete my account')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()

  const banner = page.getByRole('status').filter({ hasText: 'Your account will be deleted on' })
  await expect(banner).toBeVisible()
  await reopen(page)
  await expectAccessible(page, { part: banner })
  await banner.getByRole('button', { name: 'Keep my account' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByText('We’ve kept your account.')).toBeVisible()
})

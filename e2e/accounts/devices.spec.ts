import { createAgent, PASSWORD, signInAs } from '../../test/fixtures/agents.ts'
import type { RunningApp } from '../../test/support/processes/app.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { emailsTo } from '../support/emails.ts'
import { open, reopen } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'
import { openSettings, section } from '../support/settings.ts'

test.describe.configure({ timeout: 90_000 })

async function notMeLink(app: RunningApp, address: string) {
  const links = async () =>
    (await emailsTo(app, address)).flatMap(({ text }) => text?.match(/http\S+\/not-me\/[\w-]+/)?.[0] ?? [])
  await expect.poll(async () => (await links()).length, { timeout: 15_000 }).toBe(1)
  return (await links())[0] ?? ''
}

test('a device gets a name, which takes the place of the browser’s own', async ({ context, app }) => {
  const { email } = await createAgent(app.db)
  const page = await openSettings(context, app, email)
  const devices = section(page, 'Signed-in devices')
  const dialog = page.getByRole('dialog', { name: 'Rename device' })
  // The list comes with the page, before its buttons work.
  const startRenaming = () =>
    expect(async () => {
      await devices.getByRole('button', { name: /^Rename/ }).press('Enter')
      await expect(dialog).toBeVisible({ timeout: 2_000 })
    }).toPass()
  await startRenaming()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(devices.getByText('Work laptop')).toBeVisible()
  await reopen(page)
  await expect(devices.getByRole('listitem')).toContainText('Work laptop')
  await expect(devices.getByRole('button', { name: 'Rename Work laptop' })).toBeVisible()
  await startRenaming()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('')
  await page.keyboard.press('Enter')
  await expect(devices.getByText('Work laptop')).toBeHidden()
})

test('“This wasn’t me” signs every device out and leads to a new password', async ({ context, app }) => {
  const { email } = await createAgent(app.db)
  const { page } = await enterPortal(context, app, email)
  const thief = await signInAs(app.url, email)
  const browserErrors = await collectBrowserErrors(page)
  const link = await notMeLink(app, email)
  await open(page, link)
  await expect(page.getByRole('heading', { name: 'Was this really not you?' })).toBeVisible()
  await expect(page.getByText('Nobody has changed how you sign in or downloaded anything.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'This wasn’t me' }).click()
  await page.waitForURL('**/reset-password/**')
  await page.getByRole('textbox', { name: 'New password' }).fill('rata street kettle morning')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  const visit = (cookie: string) =>
    fetch(`${app.url}/portal/settings`, { headers: { cookie }, redirect: 'manual' }).then(({ status }) => status)
  expect(await visit(thief)).toBe(302)
  expect(await visit(await signInAs(app.url, email, 'rata street kettle morning'))).toBe(200)
  await expect(signInAs(app.url, email, PASSWORD)).rejects.toThrow('401')

  await open(page, link)
  await expect(page.getByRole('heading', { name: 'You’ve already told us' })).toBeVisible()
  await open(page, '/not-me/made-up')
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expectAccessible(page)
  expect(browserErrors).toEqual([])
})

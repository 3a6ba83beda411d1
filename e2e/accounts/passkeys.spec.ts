import { eq } from 'drizzle-orm'
import { session } from '../../src/db/schema/accounts.ts'
import { createAgent, PASSWORD } from '../../test/fixtures/agents.ts'
import { waitForEmailedLink } from '../../test/fixtures/emails.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { openSettings, section } from '../support/settings.ts'
import { clearCookies, email } from '../support/signIn.ts'
import { addVirtualAuthenticator } from '../support/virtualAuthenticator.ts'

/** Several pages and accessibility checks take a while on a busy computer. */
test.describe.configure({ timeout: 180_000 })

test('an agent adds a passkey, names it, signs in with one tap, and removes the password and later the passkey', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const page = await openSettings(context, app, agent.email)
  const browserErrors = await collectBrowserErrors(page)
  const device = await addVirtualAuthenticator(page)
  const passkeys = section(page, 'Passkeys')
  const rows = passkeys.getByRole('listitem')

  await expect(passkeys.getByText('No passkeys yet.')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('not mine')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('That’s not your password')).toBeVisible()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue(/ on Linux$/)
  await expectAccessible(page)
  await name.fill('Work laptop')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Work laptop')
  await expect(rows).toContainText('Not used yet')
  expect(await device.countPasskeys()).toBe(1)
  expect(await waitForEmailedLink(app.dataDir, agent.email, '/portal/settings')).toContain('#passkeys')

  await rows.getByRole('button', { name: 'Rename Work laptop' }).click()
  const naming = page.getByRole('dialog', { name: 'Rename passkey' })
  await naming.getByRole('textbox', { name: 'Name' }).fill('Laptop at work')
  await page.keyboard.press('Enter')
  await expect(rows).toContainText('Laptop at work')

  await passkeys.getByRole('button', { name: 'Remove password' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('You’ll confirm with a passkey.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove password' }).click()
  await expect(section(page, 'Password').getByText('Your account has no password')).toBeVisible()

  await rows.getByRole('button', { name: 'Remove Laptop at work' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible()
  await expect(rows).toHaveCount(1)

  // One tap: the browser offers the passkey in the email field, and nothing is typed.
  await clearCookies(page)
  await open(page, '/login?from=/portal/leads')
  await expect(page).toHaveURL(/\/portal\/leads$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()

  await device.touches(false)
  await clearCookies(page)
  await open(page, '/login')
  await expect(email(page)).toHaveAttribute('autocomplete', 'username webauthn')
  await expectAccessible(page)
  await device.touches(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/portal$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await open(page, '/portal/settings')
  const password = section(page, 'Password')
  await password.getByLabel('New password').fill('rata street kettle morning')
  await password.getByRole('button', { name: 'Create password' }).click()
  await expect(password.getByLabel('Current password')).toBeVisible()
  await expect(rows).toContainText('Last used')
  // It lies over the corner in which the next question appears.
  await expect(page.getByText('Password created.')).toBeHidden()
  // Someone who signed in a while ago confirms first, with the passkey itself.
  const provenAt = new Date(Date.now() - 11 * 60_000)
  await app.db.update(session).set({ provenAt }).where(eq(session.userId, agent.id))
  await rows.getByRole('button', { name: 'Remove Laptop at work' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByLabel('Your password')).toBeFocused()
  await expectNoViolations(page, { part: proof })
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(proof).toBeHidden()
  await expect(passkeys.getByText('No passkeys yet.')).toBeVisible()
  await expectAccessible(page, { part: passkeys })

  await device.touches(false)
  await clearCookies(page)
  await open(page, '/login')
  await device.touches(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  // Browsers report what the server refused.
  expect(browserErrors.filter((error) => !/status of 40\d/.test(error))).toEqual([])
  await device.remove()
})

test('someone whose fingerprint is not recognised is told what to do, and can use the password', async ({ page }) => {
  const device = await addVirtualAuthenticator(page)
  await device.verifies(false)
  await open(page, '/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('No passkey was used. You can try again.')
  await expect(email(page)).toBeEditable()
  await device.remove()
})

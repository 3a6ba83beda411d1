import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { session } from '../../src/db/schema/accounts.ts'
import { createAgent, PASSWORD } from '../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator, forgetUsedCodes } from '../../test/fixtures/authenticators.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { open } from '../support/open.ts'
import { openSettings, section } from '../support/settings.ts'
import { clearCookies, fillIn } from '../support/signIn.ts'

/** Accessibility checks of several states take a while on a busy computer. */
test.describe.configure({ timeout: 120_000 })

test('an agent adds an authenticator app, saves the recovery codes, and is asked for a code at the next sign-in', async ({
  page,
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  await openSettings(context, app, agent.email)
  const twoStep = section(page, 'Two-step sign-in')
  await twoStep.getByRole('button', { name: 'Add app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
  await expectNoViolations(page, { part: dialog })
  await dialog.getByText('Can’t scan it?').click()
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await dialog.getByRole('textbox', { name: 'Code' }).fill('12345')
  await dialog.getByRole('button', { name: 'Add app' }).click()
  await expect(dialog.getByText('Please enter the six digits from your app')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeFor(secret))
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('button', { name: 'Add app' }).click()

  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectNoViolations(page, { part: dialog })
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const saved = await readFile(await (await downloading).path(), 'utf8')
  const [first = ''] = await codes.allTextContents()
  expect(saved).toContain(first)
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(twoStep).toContainText('My phone')
  await expect(twoStep).toContainText('10 recovery codes left')

  await clearCookies(page)
  await open(page, '/login')
  await fillIn(page, agent.email, PASSWORD)
  await expect(page).toHaveURL('/login/code')
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
  await expectAccessible(page)
  // A phone that opens the authenticator app may load the page again.
  await open(page, '/login/code')
  await page.getByRole('textbox', { name: 'Code' }).fill('000 000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('That code isn’t right.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(first.toUpperCase())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/portal')
})

test('a sensitive change asks for the code in a dialog, and goes on with what was asked for', async ({
  page,
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  await openSettings(context, app, agent.email)
  const { secret } = await createAuthenticator(app.db, agent.id, await readFile(join(app.dataDir, 'secret'), 'utf8'))
  await forgetUsedCodes(app.db, agent.id)
  const provenAt = new Date(Date.now() - 11 * 60_000)
  await app.db.update(session).set({ provenAt }).where(eq(session.userId, agent.id))
  const email = section(page, 'Email address')
  await email.getByLabel('New email address').fill(`new-${agent.email}`)
  await email.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await email.getByRole('button', { name: 'Change email address' }).click()

  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectNoViolations(page, { part: dialog })
  await page.keyboard.press('Escape')
  await expect(email.getByRole('alert')).toContainText('Please confirm that it’s you.')
  await expect(email.getByLabel('New email address')).toHaveValue(`new-${agent.email}`)
  await email.getByRole('button', { name: 'Change email address' }).click()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeFor(secret))
  await page.keyboard.press('Enter')
  await expect(email.getByText(`We’ve emailed a link to new-${agent.email}.`)).toBeVisible()
})

import type { Page } from '@playwright/test'
import { session } from '../../src/db/schema/accounts.ts'
import { demoSignIn } from '../../src/seed/demoAgent.ts'
import { createAgent, PASSWORD } from '../../test/fixtures/agents.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { lookAgain, open, reopen, untilHydrated } from '../support/open.ts'
import { fillIn } from '../support/signIn.ts'

test('after a session expires, signing in again continues on the same page with everything that was typed', async ({
  page,
  app,
}) => {
  const agent = await createAgent(app.db)
  await open(page, '/portal/settings')
  await fillIn(page, agent.email, PASSWORD)
  await page.waitForURL('/portal/settings')
  // A call that is still running when the session ends would ask for the password too early.
  await reopen(page)
  await page.getByLabel('First name').fill('Arohanui')
  await app.db.delete(session)
  // Not a click: the page may have noticed already, with a call of its own, and then the dialog covers the button.
  await page.getByRole('button', { name: 'Save profile' }).dispatchEvent('click')

  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog.getByLabel('Email')).toHaveValue(agent.email)
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('That email and password don’t match.')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Arohanui')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await reopen(page)
  await expect(page.getByLabel('First name')).toHaveValue('Arohanui')
})

test('returning to a tab whose session has expired asks for the password', async ({ page, app }) => {
  const agent = await createAgent(app.db)
  await page.clock.install()
  await open(page, '/portal/leads')
  await fillIn(page, agent.email, PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
  await expect(page.getByText('No leads yet')).toBeVisible()
  await app.db.delete(session)
  await comeBackLater(page)
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  const refreshed = page.waitForResponse((response) => response.url().includes('/_serverFn/'))
  await comeBackLater(page)
  expect((await refreshed).status()).toBe(200)
  await expect(dialog).toBeHidden()
})

test('someone else can sign in with another account', async ({ page, app }) => {
  const agent = await createAgent(app.db)
  await page.clock.install()
  await open(page, '/portal/files')
  await fillIn(page, agent.email, PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await expect(page.getByText('No files yet')).toBeVisible()
  await app.db.delete(session)
  await comeBackLater(page)

  await page.getByRole('link', { name: 'Use a different account' }).click()
  await fillIn(page, demoSignIn.email, demoSignIn.password)
  await expect(page.getByText('Welcome, Mia')).toBeVisible()
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toContainText('Mia Fernbrook')
})

/** Switches to another tab until the cached data is stale, and returns. */
async function comeBackLater(page: Page) {
  await page.clock.fastForward(31_000)
  await lookAgain(page)
}

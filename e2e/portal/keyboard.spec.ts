import type { Page } from '@playwright/test'
import { createLead } from '../../test/fixtures/leads.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { openPortal } from '../support/portal.ts'
import { createPropertyListing } from '../support/propertyListing.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('an agent uses the portal by keyboard alone: palette, shortcuts, help and returned focus', async ({
  app,
  context,
}) => {
  const { agent, listing } = await createPropertyListing(app)
  await createLead(app.db, { listingId: listing.id, firstName: 'ليلى', lastName: 'Walker' })
  const { page } = await openPortal(context, app, agent.email, '/portal/files')
  const browserErrors = await collectBrowserErrors(page)
  const palette = dialog(page, 'Search')
  const help = dialog(page, 'Keyboard shortcuts')

  await test.step('letters open pages, and the slash focuses the search', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await expect(page).toHaveURL(/\/portal\/leads$/)
    await expect(page.getByRole('link', { name: 'ليلى Walker' })).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByLabel('Search leads')).toBeFocused()
    // In a text field, letters are typed.
    await page.keyboard.type('n?gl')
    await expect(page.getByLabel('Search leads')).toHaveValue('n?gl')
    await expect(help).toBeHidden()
    await page.keyboard.press('Escape')
  })

  await test.step('the palette finds the agent’s listings and leads', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('walker')
    // The lead comes before the person.
    await expect(palette.getByRole('option', { name: /Walker/ }).first()).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/lead=lead_/)
    await expect(page.getByRole('dialog')).toContainText('ليلى Walker')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('the help lists every shortcut and returns the focus, and single-key shortcuts can be switched off', async () => {
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await bell.focus()
    await page.keyboard.press('?')
    await expect(help.getByText('New listing')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await expect(bell).toBeFocused()
    await page.keyboard.press('?')
    await help.getByLabel('Single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    await expect(help).toBeHidden()
    await expect(page).toHaveURL(/\/portal\/leads/)
  })
  expect(browserErrors).toEqual([])
})

test('every dialog and menu that no other test checks is accessible and closes with Escape', async ({
  app,
  context,
}) => {
  const { agent, listing } = await createPropertyListing(app)
  const { page } = await openPortal(context, app, agent.email, `/portal/listings/${listing.id}`)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const fileMenu = async (item: string) => {
    await press('Actions for LIM report')
    await page.getByRole('menuitem', { name: item }).click()
  }
  const openers: [what: string, open: () => Promise<void>, role?: 'menu'][] = [
    ['the menu of a file', () => press('Actions for LIM report'), 'menu'],
    ['moving a file', () => fileMenu('Move…')],
    ['the preview of a file', () => fileMenu('Preview')],
    ['the account menu', () => press('Account'), 'menu'],
    ['a link in the description', () => press(/^Link$/)],
    [
      'leaving without saving',
      async () => {
        await page.getByRole('textbox', { name: 'Subtitle' }).fill('Typed')
        await page.getByRole('link', { name: 'Leads' }).first().click()
      },
    ],
  ]
  for (const [what, open, role = 'dialog'] of openers)
    await test.step(what, async () => {
      await open()
      await expect(page.getByRole(role)).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.keyboard.press('Escape')
      await expect(page.getByRole(role)).toBeHidden()
    })
})

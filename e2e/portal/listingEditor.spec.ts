import type { BrowserContext, Page } from '@playwright/test'
import { and, eq, isNotNull } from 'drizzle-orm'
import { listing } from '../../src/db/schema/listings.ts'
import { callsWithCookie, createAgent } from '../../test/fixtures/agents.ts'
import { createDraftThroughApp } from '../../test/fixtures/listings.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open, reopen } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { filledActions } from '../support/primaryActions.ts'

/** Accessibility checks of several states take a while on a busy computer. */
test.describe.configure({ timeout: 180_000 })

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const subtitle = (page: Page) => page.getByRole('textbox', { name: 'Subtitle' })
const address = (page: Page) => page.getByRole('textbox', { name: 'Link', exact: true })
const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const previewed = (page: Page) => page.getByRole('figure', { name: 'Preview' }).locator('iframe').contentFrame()

/** An agent at a listing that is public, which saves only when asked to. */
async function openPublished(context: BrowserContext, app: AppWithData) {
  const { page, cookie } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const { id } = await createDraftThroughApp(app.url, cookie, { title: '12 Rata Street' })
  await callsWithCookie(app.url, cookie).post('publishListing', { id })
  await open(page, `/portal/listings/${id}`)
  return { page, id, cookie }
}

test('an agent writes a draft that saves itself, publishes and unpublishes it, and it is public in between', async ({
  context,
  app,
  request,
}) => {
  const agent = await createAgent(app.db)
  const { page } = await enterPortal(context, app, agent.email)
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/portal/listings/new')
  await expect(page.getByText('To complete your contact card, add a phone number, your agency')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Please enter a title')).toBeVisible()
  await expect(title(page)).toBeFocused()
  await expectAccessible(page)

  const saves: string[] = []
  page.on('request', (sent) => {
    if (/_serverFn\/(create|update)Listing/.test(sent.url())) saves.push(sent.url())
  })
  await title(page).pressSequentially('99 Tōtara Bend, Karori')
  await expect(page).toHaveURL(/\/portal\/listings\/list_\w+$/)
  await expect(title(page)).toBeFocused()
  await title(page).pressSequentially(' North ')
  await expect(title(page)).toHaveValue('99 Tōtara Bend, Karori North ')
  await subtitle(page).fill('3 bed · 1 bath')
  await description(page).fill('Sunny all day.')
  await expect(page.getByText('3 of 6')).toBeVisible()
  await expect(page.getByText('Saved just now')).toBeVisible()
  expect(saves.length).toBeLessThan(8)
  await expect(page).toHaveTitle('99 Tōtara Bend, Karori North · Manage Property Files')
  await expect(page.getByText('Buyers can’t see it yet.')).toBeVisible()
  await expectAccessible(page, { dark: true })
  expect(await filledActions(page)).toEqual(['Publish'])

  await description(page).press('End')
  await description(page).pressSequentially(' Quiet all night.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Anyone with the link can view it.')).toBeVisible()
  await expect(page.getByRole('dialog', { name: '99 Tōtara Bend, Karori North is live' })).toBeVisible()
  await page.keyboard.press('Escape')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link', exact: true }).click()
  const isShared = and(eq(listing.userId, agent.id), isNotNull(listing.sharedAt))
  await expect.poll(() => app.db.$count(listing, isShared)).toBe(1)
  const [shown] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'View public page' }).click(),
  ])
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('99 Tōtara Bend, Karori North')
  await expect(shown.getByText('Sunny all day. Quiet all night.')).toBeVisible()
  const path = new URL(shown.url()).pathname

  await page.getByRole('button', { name: 'Actions for 99 Tōtara Bend' }).click()
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
  await expect(page.getByText('Buyers can’t see it yet.')).toBeVisible()
  await expect.poll(async () => (await request.get(path)).ok()).toBe(false)
  await page.getByRole('button', { name: 'Actions for 99 Tōtara Bend' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  await expectAccessible(page)
  expect(browserErrors).toEqual([])
})

test('on a slow connection the title keeps the focus, and what is typed, while the draft gets its address', async ({
  context,
  app,
}) => {
  const { page } = await openPortal(context, app, (await createAgent(app.db)).email, '/portal/listings/new')
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/_id-/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await title(page).pressSequentially('99 Tōtara')
  await expect(page).toHaveURL(/\/portal\/listings\/list_\w+$/)
  // For longer than the router waits before it shows that a page is loading.
  await page.keyboard.type(' Bend, Karori', { delay: 150 })
  await expect(title(page)).toHaveValue('99 Tōtara Bend, Karori')
  scripts.resolve()
  await expect(page).toHaveTitle('99 Tōtara Bend, Karori · Manage Property Files')
  await expect(title(page)).toBeFocused()
})

test('a public listing is saved by keyboard, a failed save keeps what was typed, and leaving asks for confirmation', async ({
  context,
  app,
}) => {
  const { page } = await openPublished(context, app)
  await expect(save(page)).toBeDisabled()
  await description(page).fill('By keyboard.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved just now')).toBeVisible()
  await subtitle(page).fill('  2 bed ')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(subtitle(page)).toHaveValue('2 bed')
  await reopen(page)
  await expect(description(page)).toHaveText('By keyboard.')

  await page.route('**/_serverFn/updateListing', (route) => route.abort())
  await title(page).fill('Typed for long')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach the server.')
  await page.unroute('**/_serverFn/updateListing')
  await save(page).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  await expect(title(page)).toHaveValue('Typed for long')

  await title(page).fill('Half a thought')
  await page.getByRole('link', { name: 'Leads' }).click()
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(title(page)).toHaveValue('Half a thought')
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing
  await page.getByRole('link', { name: 'Leads' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/leads$/)
})

test('the link is changed behind a button, checked while it is typed, and any address that is typed becomes one', async ({
  context,
  app,
}) => {
  const { page, id, cookie } = await openPublished(context, app)
  const other = await createDraftThroughApp(app.url, cookie, { title: 'Another listing of the same agent' })
  await expect(address(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Change link' }).click()
  await address(page).fill(other.slug)
  await expect(page.getByText('Another listing uses this link')).toBeVisible()
  await expectAccessible(page)
  await address(page).fill(`14/2 Kōwhai Rise, ${id}`)
  await expect(page.getByText('Available. The old link will keep working')).toBeVisible()
  const path = `/listings/14-2-kowhai-rise-${id.replace('_', '-')}`
  await expect(page.getByText(`${app.url}${path}`)).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Saved just now')).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(200)
})

test('saving after another tab has saved asks whether to overwrite or to reload', async ({ context, app }) => {
  const { page: first, id } = await openPublished(context, app)
  const second = await context.newPage()
  await open(second, `/portal/listings/${id}`)
  const question = second.getByRole('dialog', { name: 'This listing was changed elsewhere' })

  await first.bringToFront()
  await title(first).fill('From the first tab')
  await save(first).click()
  await expect(first.getByText('Saved just now')).toBeVisible()
  await second.bringToFront()
  await title(second).fill('From the second tab')
  await subtitle(second).fill('Typed for long')
  await save(second).click()
  await expect(question).toBeVisible()
  await expectAccessible(second)
  await second.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(subtitle(second)).toHaveValue('Typed for long')
  await save(second).click()
  await question.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(question).toBeHidden()
  await expect(second.getByText('Saved just now')).toBeVisible()

  await first.bringToFront()
  await title(first).fill('From the first tab again')
  await save(first).click()
  await first.getByRole('button', { name: 'Discard mine and reload' }).click()
  await expect(title(first)).toHaveValue('From the second tab')
  await expect(subtitle(first)).toHaveValue('Typed for long')
  await expect(save(first)).toBeDisabled()
})

test('the preview is the public page, live while typing, at the size of a phone and of a laptop, on a phone over the editor', async ({
  context,
  app,
}) => {
  const profile = { firstName: 'Mia', lastName: 'Chen', profile: { agencyName: 'Harbour Realty' } }
  const { page, cookie } = await enterPortal(context, app, (await createAgent(app.db, profile)).email)
  const { id } = await createDraftThroughApp(app.url, cookie, { title: '12 Rata Street' })
  const browserErrors = await collectBrowserErrors(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, `/portal/listings/${id}`)
  const heading = previewed(page).getByRole('heading', { level: 1, includeHidden: true })
  await expect(heading).toHaveText('12 Rata Street')
  await title(page).fill('14 Kōwhai Rise')
  await description(page).fill('Sunny all day.')
  await expect(heading).toHaveText('14 Kōwhai Rise')
  await expect(previewed(page).getByText('Sunny all day.')).toBeVisible()
  await expect(previewed(page).getByText('Mia Chen', { exact: true })).toBeVisible()

  const form = previewed(page).getByText('This is a preview.')
  await expect(form).toBeHidden()
  await page.getByText('Desktop', { exact: true }).click()
  await expect(form).toBeVisible()
  expect(
    await previewed(page)
      .locator('html')
      .evaluate(({ ownerDocument }) => ownerDocument.defaultView?.innerWidth),
  ).toBe(1280)
  await expect(previewed(page).locator('body')).toHaveCSS('background-color', 'rgb(250, 251, 251)')
  // Clicks do not reach the page.
  const { x = 0, y = 0 } = (await heading.boundingBox()) ?? {}
  const isHit = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.tagName, [
    x + 2,
    y + 2,
  ] as const)
  expect(isHit).toBe('DIV')
  await expectAccessible(page)

  await test.step('on a phone the actions are at the bottom, and the preview opens over the editor', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('navigation', { name: 'Portal' })).toBeHidden()
    const publish = await page.getByRole('button', { name: 'Publish' }).boundingBox()
    expect(publish?.y).toBeGreaterThan(780)
    await title(page).fill('12 Rata Street')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('dialog', { name: '12 Rata Street' })).toBeVisible()
    await expect(heading).toHaveText('12 Rata Street')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
  expect(browserErrors).toEqual([])

  await test.step('the link of a draft is checked too', async () => {
    // A link that is saved already is not compared with others.
    await page.route('**/_serverFn/updateListing', (route) => route.abort())
    await page.getByRole('button', { name: 'Change link' }).click()
    await address(page).fill(`The Mill ${id}`)
    await expect(page.getByText('This link is available')).toBeVisible()
  })
})

test('a listing that is missing or another agent’s is not found', async ({ context, app }) => {
  const { cookie } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const { id } = await createDraftThroughApp(app.url, cookie, { title: 'Mine' })
  const { page } = await enterPortal(context, app, (await createAgent(app.db)).email)
  for (const missing of ['list_0123456789abcdef', 'no-id']) {
    const answer = await page.request.get(`/portal/listings/${missing}`)
    expect(answer.status()).toBe(404)
    expect(await answer.text()).toContain('Not found!')
  }
  expect((await page.goto(`/portal/listings/${id}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Not found!' })).toBeVisible()
  await expectAccessible(page)
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { listing } from '../../src/db/schema/listings.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { textPdf } from '../../test/fixtures/content/pdf.ts'
import { createDraftThroughApp } from '../../test/fixtures/listings.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { openBeforeHydration } from '../support/hydration.ts'
import { lookAgain, open } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { dropOn, photo } from '../support/propertyFolder.ts'
import { choose } from '../support/uploads.ts'

test.describe.configure({ timeout: 120_000 })

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const subtitle = (page: Page) => page.getByRole('textbox', { name: 'Subtitle' })
const saved = (page: Page) => page.getByText('Saved just now')
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** A folder of this name with a photo, a document in a subfolder and what the system hides. */
async function smallFolder(name: string) {
  const folder = join(await temporaryFolder(), name)
  await mkdir(join(folder, 'reports'), { recursive: true })
  await writeFile(join(folder, 'front.jpg'), await photo(1))
  await writeFile(join(folder, 'reports', 'LIM.pdf'), textPdf(['LIM']))
  await writeFile(join(folder, '.DS_Store'), 'litter')
  await writeFile(join(folder, 'Thumbs.db'), 'litter')
  return folder
}

test('a folder dropped on a new listing makes the draft, and two clicks later its link is copied', async ({
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = await openPortal(context, app, (await createAgent(app.db)).email, '/portal/listings/new')
  const browserErrors = await collectBrowserErrors(page)
  await expect(page.getByRole('region', { name: 'Start with the files' })).toBeVisible()
  await dropOn(page, await smallFolder('12_rata_street - photos'))
  await expect(page).toHaveURL(/\/portal\/listings\/list_\w+$/)
  await expect(title(page)).toHaveValue('12 Rata Street')
  await expect(heading(page, 'Photos 1')).toBeVisible()
  await expect(heading(page, 'Documents 1')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Start with the files' })).toBeHidden()
  await expect(page.getByText('Preparing')).toHaveCount(0, { timeout: 60_000 })

  await page.getByRole('button', { name: 'Publish' }).click()
  const sheet = page.getByRole('dialog', { name: '12 Rata Street is live' })
  await expect(sheet.getByText('See all the photos and read the LIM report:')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/listings\/12-rata-street(-\d+)?$/)
  await sheet.getByRole('button', { name: 'Copy: Message to a buyer' }).click()
  await expect(page.getByText('Message copied')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const steps = page.getByRole('region', { name: 'Five steps to your first lead' })
  await expect(steps).toContainText('4 of 5 done')
  await expect(steps.getByRole('link', { name: 'Complete your contact card' })).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('a folder with a name that says nothing, chosen with the button, makes a draft without a title', async ({
  context,
  app,
}) => {
  const { page } = await openPortal(context, app, (await createAgent(app.db)).email, '/portal/listings/new')
  await choose(page, 'Choose folder', await smallFolder('New folder'))
  await expect(heading(page, 'Photos 1')).toBeVisible()
  await expect(heading(page, 'Documents 1')).toBeVisible()
  await expect(title(page)).toHaveValue('')
  await expect(page).toHaveTitle('New listing · Manage Property Files')
})

test('a new listing is one draft, whenever the connection is lost, and what is typed then is saved later', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const { page } = await enterPortal(context, app, agent.email)
  // The text editor is loaded after the page, and never arrives.
  const editorScript = /\/RichDescription[^/]*\.js/
  await page.route(editorScript, async (route) => {
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await open(page, '/portal/listings/new')
  const notice = page.getByRole('status').filter({ hasText: 'We couldn’t load the text editor without a connection' })
  await expect(notice).toBeVisible()
  await title(page).fill('12 Rata Street')
  await expect(page.getByText('Offline. We’ll save when you’re back')).toBeVisible()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeVisible()

  await page.unroute(editorScript)
  let lostResponses = 0
  await page.route(
    '**/_serverFn/createListing',
    async (route) => {
      await route.fetch()
      lostResponses += 1
      await route.abort()
    },
    { times: 1 },
  )
  await context.setOffline(false)
  const editor = page.getByRole('textbox', { name: 'Description' })
  await expect(editor).toBeEditable()
  await expect(notice).toBeHidden()
  await editor.fill('Sunny all day.')
  await expect(saved(page)).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/listings\/list_\w+$/)
  await expect(title(page)).toHaveValue('12 Rata Street')
  expect(lostResponses).toBe(1)
  expect(await app.db.$count(listing, eq(listing.userId, agent.id))).toBe(1)

  await test.step('what is typed without a connection is saved when it is back', async () => {
    await context.setOffline(true)
    await subtitle(page).fill('Typed in a tunnel')
    await expect(page.getByText('Offline. We’ll save when you’re back')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await subtitle(page).fill('Typed in a long tunnel')
    await context.setOffline(false)
    await expect(saved(page)).toBeVisible()
    const [row] = await app.db.select().from(listing).where(eq(listing.userId, agent.id))
    expect(row?.subtitle).toBe('Typed in a long tunnel')
  })
})

test('what was not saved when the browser crashed is restored, and can be discarded', async ({ context, app }) => {
  const { page, cookie } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const { id } = await createDraftThroughApp(app.url, cookie, { title: '12 Rata Street' })
  await context.route('**/_serverFn/updateListing', (route) => route.abort())
  await open(page, `/portal/listings/${id}`)
  await subtitle(page).fill('Not saved yet')
  await expect(page.getByText('Offline. We’ll save when you’re back')).toBeVisible()
  await crash(page)

  const again = await context.newPage()
  await open(again, `/portal/listings/${id}`)
  const notice = again.getByRole('status').filter({ hasText: 'We’ve restored your unsaved changes' })
  await expect(notice).toBeVisible()
  await expect(subtitle(again)).toHaveValue('Not saved yet')
  await expectAccessible(again, { part: notice })
  await notice.getByRole('button', { name: 'Discard them' }).click()
  await expect(subtitle(again)).toHaveValue('')
  await subtitle(again).fill('Typed again')
  await expect(again.getByText('Offline. We’ll save when you’re back')).toBeVisible()
  await crash(again)

  await context.unroute('**/_serverFn/updateListing')
  const last = await context.newPage()
  await open(last, `/portal/listings/${id}`)
  await expect(subtitle(last)).toHaveValue('Typed again')
  await expect(saved(last)).toBeVisible()
})

/** Unlike a closed page, one that crashed cannot save anything. */
async function crash(page: Page) {
  const crashed = page.waitForEvent('crash')
  page.goto('chrome://crash').catch(() => {})
  await crashed
  await page.close()
}

test('two tabs never overwrite each other silently, and a tab without changes follows', async ({ context, app }) => {
  const { page: first, cookie } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const { id } = await createDraftThroughApp(app.url, cookie, { title: '12 Rata Street' })
  const second = await context.newPage()
  for (const page of [first, second]) await open(page, `/portal/listings/${id}`)
  await subtitle(first).fill('From the first tab')
  await expect(saved(first)).toBeVisible()
  await title(second).fill('From the second tab')
  const question = second.getByRole('dialog', { name: 'This listing was changed elsewhere' })
  await expect(question).toBeVisible()
  await second.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await title(second).fill('From the second tab again')
  await expect(second.getByText('Couldn’t save.')).toBeVisible()
  await second.getByRole('button', { name: 'Try again' }).click()
  await question.getByRole('button', { name: 'Discard mine and reload' }).click()
  await expect(subtitle(second)).toHaveValue('From the first tab')
  await expect(title(second)).toHaveValue('12 Rata Street')

  await title(second).fill('14 Kōwhai Rise')
  await expect(saved(second)).toBeVisible()
  await lookAgain(first)
  await expect(title(first)).toHaveValue('14 Kōwhai Rise')
})

test('no typing is lost before hydration, and a draft is saved on leaving, which asks only if that fails', async ({
  context,
  app,
}) => {
  const { page } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const loadScripts = await openBeforeHydration(page, '/portal/listings/new')
  for (const field of [title(page), subtitle(page)]) await expect(field).not.toBeEditable()
  loadScripts()
  await title(page).fill('Half a thought')
  await expect(page.getByText('/listings/half-a-thought').first()).toBeVisible()
  await page.getByRole('link', { name: 'Listings' }).first().click()
  await page.getByRole('link', { name: 'Half a thought' }).first().click()
  await expect(title(page)).toHaveValue('Half a thought')

  await page.route('**/_serverFn/updateListing', (route) => route.abort())
  await subtitle(page).fill('Nowhere to go')
  await page.getByRole('link', { name: 'Leads' }).first().click()
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(subtitle(page)).toHaveValue('Nowhere to go')
  await page.getByRole('link', { name: 'Leads' }).first().click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/leads$/)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { file } from '../../src/db/schema/files.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { linkedPdf, textPdf } from '../../test/fixtures/content/pdf.ts'
import { createDraftThroughApp } from '../../test/fixtures/listings.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { sendToApp } from '../support/emails.ts'
import { lookAgain, open, reopen } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { dropOn, photo, propertyFolder } from '../support/propertyFolder.ts'
import { choose, dock, watchParts } from '../support/uploads.ts'

const list = (page: Page, name: 'Photos' | 'Documents') => page.getByRole('list', { name, exact: true })
const named = (page: Page, name: string) => ({ has: page.getByRole('button', { name: `Rename ${name}` }) })
const tile = (page: Page, name: string) => list(page, 'Photos').getByRole('listitem').filter(named(page, name))
const row = (page: Page, name: string) => list(page, 'Documents').getByRole('listitem').filter(named(page, name))
const namesIn = (page: Page, name: 'Photos' | 'Documents') =>
  list(page, name)
    .getByRole('button', { name: /^Rename / })
    .allInnerTexts()

async function openNewListing(context: BrowserContext, app: AppWithData) {
  const { page, cookie } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const { id } = await createDraftThroughApp(app.url, cookie, {
    title: '12 Rata Street',
    subtitle: 'Three bedrooms in Karori',
  })
  const browserErrors = await collectBrowserErrors(page)
  await open(page, `/portal/listings/${id}`)
  return { page, browserErrors }
}

async function choosePoint(page: Page, file: string, point: string) {
  await page.getByRole('button', { name: `Actions for ${file}` }).click()
  await page.getByRole('menuitem', { name: point }).click()
}

/** Photos and documents are prepared one by one, which takes long on a busy machine. */
const PREPARING_TIMEOUT_MS = 100_000

test('photos keep the order in which they were chosen, even if one upload starts late', async ({ app, context }) => {
  const { page, browserErrors } = await openNewListing(context, app)
  const folder = await temporaryFolder()
  const names = ['front.jpg', 'garden.jpg', 'kitchen.jpg']
  for (const [index, name] of names.entries()) await writeFile(join(folder, name), await photo(index))
  const { arrived } = watchParts(page)
  await page.route('**/_serverFn/**', async (route) => {
    if (route.request().postData()?.includes('front.jpg')) await expect.poll(() => arrived.length).toBe(2)
    await route.continue()
  })
  await dropOn(page, ...names.map((name) => join(folder, name)))
  await expect(dock(page)).toContainText('3 files uploaded')
  await expect.poll(() => namesIn(page, 'Photos')).toEqual(names)
  expect(browserErrors).toEqual([])
})

test('an agent uploads a folder of 12 documents and 8 photos, reorders them and publishes the listing', async ({
  app,
  context,
}) => {
  const { page, browserErrors } = await openNewListing(context, app)
  await dropOn(page, await propertyFolder())

  await expect(page.getByRole('heading', { name: 'Photos 8' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Documents 12' })).toBeVisible()
  await expect(dock(page)).toContainText('20 files uploaded')
  await expect(page.getByText('Preparing')).toHaveCount(0, { timeout: PREPARING_TIMEOUT_MS })
  expect((await namesIn(page, 'Photos')).slice(0, 3)).toEqual(['house-01.jpg', 'house-02.jpg', 'house-03.jpg'])
  await expect(tile(page, 'house-01.jpg')).toContainText('Cover')
  const read = ['Floor plan', 'Building report', 'LIM report – 12 Rata St', 'Record of title – WN12A-345']
  expect((await namesIn(page, 'Documents')).slice(0, 4)).toEqual(read)
  await expect(page.getByLabel('Type of LIM report – 12 Rata St')).toHaveValue('lim')
  await expect(row(page, 'LIM report')).toContainText('3 pages')
  await expectAccessible(page)

  await test.step('reorder by keyboard', async () => {
    await page.getByRole('button', { name: 'Move house-03.jpg' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Picked up house-03.jpg at position 3 of 8.')).toBeAttached()
    // It listens for arrows a moment after it has said so.
    await expect(async () => {
      await page.keyboard.press('ArrowLeft')
      await expect(page.getByText('house-03.jpg is over position 2 of 8.')).toBeAttached({ timeout: 3_000 })
    }).toPass()
    await page.keyboard.press('Space')
    await expect
      .poll(async () => (await namesIn(page, 'Photos')).slice(0, 3))
      .toEqual(['house-01.jpg', 'house-03.jpg', 'house-02.jpg'])
  })

  await test.step('reorder by dragging', async () => {
    const grip = page.getByRole('button', { name: 'Move Floor plan' })
    // Away from the edges of the window, where dragging scrolls the page.
    await grip.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const [from, to] = [await grip.boundingBox(), await row(page, 'Building report').boundingBox()]
    if (!from || !to) throw new Error('Nothing to drag.')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, to.y + to.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect
      .poll(async () => (await namesIn(page, 'Documents')).slice(0, 2))
      .toEqual(['Building report', 'Floor plan'])
    await page.getByRole('button', { name: 'Suggested order' }).click()
    await expect
      .poll(async () => (await namesIn(page, 'Documents')).slice(0, 2))
      .toEqual(['Floor plan', 'Building report'])
  })

  await test.step('rename a document and change its type', async () => {
    await page.getByRole('button', { name: 'Rename Meth test' }).press('F2')
    await page.getByLabel('New name of Meth test').fill('Nothing')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Rename Meth test' }).click()
    await page.getByLabel('New name of Meth test').fill('Methamphetamine test')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Rename Methamphetamine test' })).toBeFocused()
    await page.getByLabel('Type of Methamphetamine test').selectOption('Building report')
  })

  await test.step('replace a document and keep its link', async () => {
    const building = row(page, 'Building report').first()
    const link = await building.getAttribute('data-item')
    const newer = join(await temporaryFolder(), 'whatever it is called.pdf')
    await writeFile(newer, textPdf(['Newer'], 7))
    const chooser = page.waitForEvent('filechooser')
    await choosePoint(page, 'Building report', 'Replace')
    await (await chooser).setFiles(newer)
    await page.getByLabel('What changed? (optional)').fill('The roof was inspected')
    await page.getByRole('button', { name: 'Replace document' }).click()
    await expect(building).toContainText('7 pages')
    expect(await building.getAttribute('data-item')).toBe(link)
    await expect(building).toContainText('Building report')
    await expect(building).toContainText('Updated')
  })

  await test.step('look at the earlier version and restore it', async () => {
    await choosePoint(page, 'Building report', 'Versions')
    const history = page.getByRole('dialog', { name: 'Versions of Building report' })
    const newest = history.getByRole('listitem', { name: 'Version 2' })
    await expect(newest).toContainText('Current')
    await expect(newest).toContainText('The roof was inspected')
    await expect(newest).toContainText(/SHA-256 [0-9a-f]{12}…/)
    await expectAccessible(page)
    await history.getByRole('button', { name: 'Preview version 1' }).click()
    await expect(page.getByRole('dialog', { name: 'Building report (version 1)' })).toContainText('of 3')
    await page.keyboard.press('Escape')
    await history.getByRole('button', { name: 'Restore version 1' }).click()
    await expect(history.getByRole('listitem', { name: 'Version 3' })).toContainText('Restored from version 1')
    await page.keyboard.press('Escape')
    await expect(history).toBeHidden()
    await expect(row(page, 'Building report').first()).toContainText('3 pages')
  })

  await test.step('date a document', async () => {
    await choosePoint(page, 'Building report', 'Issue date…')
    await page.getByLabel('Date on the document').fill('2026-02-10')
    await page.getByRole('button', { name: 'Save date' }).click()
    await expect(row(page, 'Building report').first()).toContainText('Issued 10 Feb')
  })

  await test.step('choose another cover', async () => {
    await choosePoint(page, 'house-05.jpg', 'Set as cover')
    await expect(tile(page, 'house-05.jpg')).toContainText('Cover')
    await expect(tile(page, 'house-01.jpg')).not.toContainText('Cover')
  })

  await test.step('archive and restore several files', async () => {
    await tile(page, 'house-07.jpg').hover()
    await page.getByLabel('Select house-07.jpg').check()
    await page.getByLabel('Select house-08.jpg').check()
    await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('heading', { name: 'Photos 6' })).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'Photos 8' })).toBeVisible()
  })

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('dialog', { name: '12 Rata Street is live' })).toBeVisible()
  await reopen(page)
  expect((await namesIn(page, 'Photos')).slice(0, 3)).toEqual(['house-01.jpg', 'house-03.jpg', 'house-02.jpg'])
  await expect(row(page, 'Methamphetamine test')).toBeVisible()
  await expect(tile(page, 'house-05.jpg')).toContainText('Cover')
  expect(browserErrors).toEqual([])
})

test('all files in one place: search, filter, preview, move, archive and restore', async ({ app, context }) => {
  const { email } = await createAgent(app.db)
  const { page, cookie } = await openPortal(context, app, email, '/portal/files?kind=spell&page=-3')
  const browserErrors = await collectBrowserErrors(page)
  await createDraftThroughApp(app.url, cookie, { title: '7 Kauri Road' })
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  await expectAccessible(page)
  const folder = await temporaryFolder()
  const files = {
    'Floor plan.pdf': textPdf(['Plan']),
    'Rates.pdf': linkedPdf([
      { text: 'Pay online', annotation: '/A << /S /URI /URI (https://council.example.nz/rates) >>' },
    ]),
    'notes.txt': 'Kōwhai at the gate',
    'front.jpg': await photo(1),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  await choose(page, 'Upload files', ...Object.keys(files).map((name) => join(folder, name)))
  await expect(page.getByText('4 files', { exact: true })).toBeVisible()
  await expect(page.getByText(/of 100 GB used/)).toBeVisible()
  await expect(page.getByRole('table').getByText('Preparing')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Preview notes' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Kōwhai at the gate')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Preview front.jpg' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'front.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')

  await test.step('a PDF opens in the reader that buyers use, with its links', async () => {
    await page.getByRole('button', { name: 'Preview Rates' }).click()
    const reader = page.getByRole('dialog', { name: 'Rates' })
    await reader.getByRole('button', { name: 'Pay online, link to council.example.nz' }).click()
    const question = page.getByRole('dialog', { name: 'Open council.example.nz?' })
    await expect(question.getByRole('link', { name: 'Open website' })).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(question.getByText('https://council.example.nz/rates')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(reader.locator('canvas').first()).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    // The page's shortcuts are off while the reader is open: N would start a new listing.
    await page.keyboard.press('n')
    const saved = page.waitForEvent('download')
    await reader.getByRole('button', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toBe('Rates.pdf')
    await page.keyboard.press('Escape')
    await expect(reader).toHaveCount(0)
  })

  await page.getByLabel('Type', { exact: true }).selectOption('Photo')
  await expect(page).toHaveURL(/kind=image/)
  await expect(page.getByText('1 file', { exact: true })).toBeVisible()
  await page.getByLabel('Type', { exact: true }).selectOption('All types')
  await page.getByLabel('Search files').fill('rates')
  await expect(page).toHaveURL(/search=rates/)
  await expect(page.getByText('1 file', { exact: true })).toBeVisible()
  await page.getByLabel('Search files').fill('nowhere')
  await expect(page.getByRole('heading', { name: 'No results for “nowhere”' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all files' }).click()

  await test.step('on a phone one button opens all filters', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('combobox', { name: 'Type' }).selectOption('Photo')
    await sheet.getByRole('button', { name: 'Show files' }).click()
    await expect(page.getByLabel('Select Rates')).toBeHidden()
    await page.getByRole('button', { name: 'Filters · 1 active' }).click()
    await sheet.getByRole('button', { name: 'Clear filters' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Select Rates')).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await page.getByLabel('Select Floor plan').check()
  await page.getByLabel('Select Rates').check()
  const chosen = page.getByRole('toolbar', { name: 'Selected files' })
  await chosen.getByRole('button', { name: 'Move' }).click()
  await page.getByRole('combobox', { name: 'Move to' }).fill('kauri')
  await page.getByRole('option', { name: '7 Kauri Road' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await expect(page.getByRole('link', { name: '7 Kauri Road' })).toHaveCount(2)

  await page.getByLabel('Select Rates').check()
  await chosen.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('3 files', { exact: true })).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Archived')
  await page.getByLabel('Select Rates').check()
  await expectAccessible(page, { dark: true })
  await chosen.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Rates deleted. You can undo this for 10 minutes.')).toBeVisible()
  await expect(page.getByRole('table').getByText('Deleted. You can undo this for 10 minutes.')).toBeVisible()
  await expectAccessible(page, { part: page.getByRole('table') })
  await page.getByRole('button', { name: 'Undo delete: Rates' }).click()
  await expect(page.getByRole('table').getByText('Archived')).toBeVisible()
  await page.getByLabel('Select Rates').check()
  await chosen.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { name: 'No files match these filters' })).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('All statuses')
  await expect(page.getByText('4 files', { exact: true })).toBeVisible()

  await page.getByLabel('Select all').check()
  await chosen.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('4 files archived.')).toBeVisible()
  await reopen(page)
  await expect(page.getByRole('heading', { name: 'All your files are archived' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show archived files' }).click()
  await expect(page.getByText('4 files', { exact: true })).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('scrolling loads more files, and an old link with a page number still opens', async ({ app, context }) => {
  const agent = await createAgent(app.db)
  const names = Array.from({ length: 60 }, (_, n) => `Document ${n}`)
  await app.db
    .insert(file)
    .values(names.map((name) => ({ name, path: `documents/${name}`, userId: agent.id, size: 10 })))
  const { page } = await enterPortal(context, app, agent.email)
  await page.route(/fetchFiles.*cursor/, (route) => route.abort())
  await open(page, '/portal/files?page=2')
  const rows = page.getByRole('table').getByRole('checkbox', { name: /^Select Document/ })
  await expect(rows).toHaveCount(50)
  await expect(page.getByText('60 files', { exact: true })).toBeVisible()
  await rows.last().scrollIntoViewIfNeeded()
  await expect(page.getByText('We couldn’t load any more.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute(/fetchFiles.*cursor/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows).toHaveCount(60)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
})

test('a document that arrives by email waits with its sender until the agent accepts it, and is then among the documents', async ({
  app,
  context,
}) => {
  const { page, browserErrors } = await openNewListing(context, app)
  const received = page.getByRole('region', { name: 'From email', exact: true })
  await received.getByRole('button', { name: 'Create email address' }).click()
  const to = await received.getByText(/^12-rata-street[-\d]*\.\w+@/).innerText()
  await sendToApp(app, {
    ...{ to, from: 'office@council.example', subject: 'Your order', text: 'Attached.' },
    // More than are checked, so that no DNS server is asked who sent it.
    headers: { 'DKIM-Signature': Array<string>(11).fill('v=1; a=rsa-sha256; d=council.example') },
    attachments: [{ filename: 'LIM_12_Rata_St.pdf', content: textPdf(['LIM']), contentType: 'application/pdf' }],
  })
  const waiting = received.getByRole('list', { name: 'Documents from office@council.example' })
  await expect(async () => {
    await lookAgain(page)
    await expect(waiting.getByRole('listitem')).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await expect(received).toContainText('Your order')
  await expect(received).toContainText('Check who sent these')
  await expect(waiting).toContainText('LIM_12_Rata_St.pdf')
  await expect(row(page, 'LIM report')).toHaveCount(0)
  await expectAccessible(page, { part: received })

  await waiting.getByRole('button', { name: 'Accept LIM report' }).click()
  await expect(row(page, 'LIM report')).toBeVisible()
  await expect(waiting).toBeHidden()
  expect(browserErrors).toEqual([])
})

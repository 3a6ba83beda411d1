import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { and, eq, isNotNull } from 'drizzle-orm'
import sharp from 'sharp'
import { event } from '../../src/db/schema/events.ts'
import { file } from '../../src/db/schema/files.ts'
import { signDocumentKey } from '../../src/features/leads/server/documents/documentKey.server.ts'
import { listReadings } from '../../src/features/leads/server/reading/readReadings.server.ts'
import { newStorageKey, variantKey } from '../../src/platform/storage/storageKeys.server.ts'
import { bookPdf, faxPdf, linkedPdf, lockedPdf, scanPdf, textPdf } from '../../test/fixtures/content/pdf.ts'
import { IPHONE } from '../../test/fixtures/events.ts'
import type { DocumentFields } from '../../test/fixtures/files.ts'
import { unzip } from '../../test/support/content/unzip.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { appStorage } from '../../test/support/processes/appData.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { loadedCode } from '../support/loadedCode.ts'
import { followAddress, open } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'
import { photo } from '../support/propertyFolder.ts'
import { createReadingBuyer } from '../support/readingBuyer.ts'

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const viewer = (page: Page) => page.getByRole('dialog')
const sheet = (page: Page, number: number) => viewer(page).locator(`[data-page="${number}"]`)
const drawn = (page: Page, number: number) => sheet(page, number).locator('canvas')

async function openListing(app: AppWithData, context: BrowserContext, page: Page, documents: DocumentFields[]) {
  const browserErrors = await collectBrowserErrors(page)
  const opened = await createReadingBuyer(app, context, documents)
  await open(page, `/listings/${opened.listing.slug}`)
  const viewed = () =>
    app.db
      .select()
      .from(event)
      .where(and(eq(event.listingId, opened.listing.id), isNotNull(event.fileId)))
  return { ...opened, browserErrors, viewed, open: (name: string) => page.getByRole('button', { name }).tap() }
}

/** Counts requests and bytes. */
function countLoad(page: Page) {
  const load = { requests: 0, bytes: 0 }
  page.on('response', (answer) => {
    if (!answer.url().includes('/documents/')) return
    load.requests += 1
    load.bytes += Number(answer.headers()['content-length'])
  })
  return load
}

test('the first page of a 40 MB scan of 150 pages is shown before the rest is loaded', async ({
  app,
  context,
  page,
}) => {
  const scan = await scanPdf(150, 270_000)
  expect(scan.length).toBeGreaterThan(40_000_000)
  const name = 'LIM report'
  const { open, browserErrors, viewed, files } = await openListing(app, context, page, [
    { name, content: scan, pageCount: 150 },
  ])
  const load = countLoad(page)
  await open(name)
  // 150 requests take a while on a busy machine.
  await expect(drawn(page, 1)).toBeVisible({ timeout: 60_000 })
  expect(load.bytes).toBeLessThan(2_000_000)
  // One for each page, because pdf.js looks them all up, and a few for the document and its first pages.
  expect(load.requests).toBeLessThan(170)
  await expect(viewer(page).getByLabel('Page, of 150')).toHaveValue('1')

  await test.step('only visible pages are kept in memory', async () => {
    for (const number of [40, 41, 42, 43, 150]) {
      await viewer(page).getByLabel('Page, of 150').fill(String(number))
      await page.keyboard.press('Enter')
      await expect(drawn(page, number)).toBeVisible()
    }
    await expect.poll(() => viewer(page).locator('canvas').count()).toBeLessThanOrEqual(4)
  })

  await test.step('an expired URL is replaced silently, without counting another view', async () => {
    let refused = 0
    await page.route('**/documents/**', (route) => {
      if (refused > 0) return route.continue()
      refused += 1
      return route.fulfill({ status: 403 })
    })
    await page.keyboard.press('Home')
    await viewer(page).getByLabel('Page, of 150').fill('100')
    await page.keyboard.press('Enter')
    await expect(drawn(page, 100)).toBeVisible()
    expect(refused).toBe(1)
    expect((await viewed()).map((one) => one.event)).toEqual(['file_view'])
  })

  await test.step('pinching and double-tapping zoom in', async () => {
    const width = async () => (await sheet(page, 100).boundingBox())?.width ?? 0
    const before = await width()
    await pinch(page, 3)
    await expect.poll(width).toBeGreaterThan(before * 2)
    // On a busy machine two taps may be too far apart to count as one gesture.
    await expect(async () => {
      if ((await width()) !== before) {
        await page.touchscreen.tap(195, 400)
        await page.touchscreen.tap(195, 400)
      }
      expect(await width()).toBe(before)
    }).toPass()
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)
  })

  await test.step('a document that the agent replaces meanwhile is reopened on the same page', async () => {
    const [replaced] = files
    if (!replaced) throw new Error('There is no document.')
    const storage = appStorage(app.dataDir)
    const path = newStorageKey('documents')
    const newer = await scanPdf(140, 1)
    await storage.write(path, newer, 'application/pdf')
    await app.db.update(file).set({ path, size: newer.length, version: 2 }).where(eq(file.id, replaced.id))
    await viewer(page).getByLabel('Page, of 150').fill('120')
    await page.keyboard.press('Enter')
    await expect(viewer(page).getByLabel('Page, of 140')).toHaveValue('120')
    await expect(drawn(page, 120)).toBeVisible()
    await expect(viewer(page).getByText('You’re reading the new version.')).toBeVisible()
  })
  // The console reports the refused URLs.
  expect(browserErrors.filter((line) => !/403/.test(line))).toEqual([])
})

test('a buyer searches a document, browses its thumbnails and closes it with Back', async ({ app, context, page }) => {
  const linesOfPage = (number: number) => [
    `Page number ${number}`,
    number % 10 ? 'Nothing here' : 'The kowhai at the gate',
  ]
  const pages = Array.from({ length: 60 }, (_, index) => linesOfPage(index + 1))
  const { open, browserErrors } = await openListing(app, context, page, [
    { name: 'Record of title', content: textPdf(['Title']), pageCount: 1 },
    { name: 'Building report', content: bookPdf(pages), pageCount: 60 },
  ])
  const address = page.url()
  await open('Building report')
  await expect(sheet(page, 1).getByText('Page number 1')).toBeVisible()
  const current = viewer(page).getByLabel('Page, of 60')

  await page.keyboard.press('Control+f')
  const field = viewer(page).getByLabel('Search this document')
  await expect(field).toBeFocused()
  await field.fill('KŌWHAI at')
  await expect(viewer(page).getByText('1 of 6', { exact: true })).toBeVisible()
  await expect(current).toHaveValue('10')
  const box = await sheet(page, 10).locator('[data-chosen]').boundingBox()
  expect(box?.width).toBeGreaterThan(20)
  await page.keyboard.press('Enter')
  await expect(viewer(page).getByText('2 of 6', { exact: true })).toBeVisible()
  await expect(current).toHaveValue('20')
  await viewer(page).getByRole('button', { name: 'Previous match' }).tap()
  await viewer(page).getByRole('button', { name: 'Previous match' }).tap()
  await expect(current).toHaveValue('60')
  await field.fill('asbestos')
  await expect(viewer(page).getByText('No results')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)

  const strip = viewer(page).getByRole('navigation', { name: 'Pages' })
  await expect(strip).toHaveCount(0)
  await viewer(page).getByRole('button', { name: 'Pages', exact: true }).tap()
  await expect(strip.getByRole('button', { name: 'Go to page 60' }).locator('canvas')).toBeVisible()
  expect(await strip.locator('canvas').count()).toBeLessThan(15)
  await strip.getByRole('button', { name: 'Go to page 58' }).tap()
  await expect(current).toHaveValue('58')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })

  await page.keyboard.press('Home')
  await expect(current).toHaveValue('1')
  await page.keyboard.press('PageDown')
  await expect(current).toHaveValue('2')
  await page.keyboard.press('End')
  await expect(current).toHaveValue('60')
  const width = async () => (await sheet(page, 60).boundingBox())?.width ?? 0
  const before = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(before * 1.2)
  await page.keyboard.press('0')
  await expect.poll(width).toBe(before)
  await viewer(page).getByRole('button', { name: 'Previous: Record of title' }).tap()
  await expect(sheet(page, 1).getByText('Title')).toBeVisible()

  await page.goBack()
  await expect(viewer(page)).toHaveCount(0)
  expect(page.url()).toBe(address)
  await expect(page.getByRole('button', { name: 'Building report' })).toBeFocused()
  await open('Record of title')
  await expect(drawn(page, 1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  expect(page.url()).toBe(address)
  expect(browserErrors).toEqual([])
})

test('a buyer moves from one document to the next: photos, video, text and a file that cannot be shown', async ({
  app,
  context,
  page,
}) => {
  const film = readFileSync(join(import.meta.dirname, '../../test/samples/film.mp4'))
  const { open, browserErrors } = await openListing(app, context, page, [
    { name: 'Floor plan', content: await photo(1), contentType: 'image/jpeg' },
    { name: 'Walk through', content: film, contentType: 'video/mp4' },
    { name: 'Chattels', content: 'Item,Room\nKōwhai curtains,Lounge\n', contentType: 'text/csv' },
    { name: 'Agreement', content: new Uint8Array(234_567), contentType: WORD },
    { name: 'Fax of 1987', content: await faxPdf() },
    { name: 'Uncounted', content: String(textPdf(['Still read'])).replace('/Count 1', '       ') },
    { name: 'Locked', content: lockedPdf() },
    { name: 'Broken', content: 'not a PDF at all' },
  ])
  const next = (name: string) =>
    viewer(page)
      .getByRole('button', { name: `Next: ${name}` })
      .tap()
  await open('Floor plan')
  const plan = viewer(page).getByRole('img', { name: 'Floor plan' })
  await expect(plan).toBeVisible()
  const width = async () => (await plan.boundingBox())?.width ?? 0
  const before = await width()
  await viewer(page).getByRole('button', { name: 'Zoom in' }).tap()
  expect(await width()).toBeGreaterThan(before * 1.2)

  await next('Walk through')
  await viewer(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.play())
  await expect
    .poll(() =>
      viewer(page)
        .locator('video')
        .evaluate((video: HTMLVideoElement) => video.videoWidth),
    )
    .toBeGreaterThan(0)
  await next('Chattels')
  await expect(viewer(page).getByRole('textbox', { name: 'Chattels' })).toHaveValue(/Kōwhai curtains,Lounge/)
  await next('Agreement')
  await expect(viewer(page).getByText('This is a Word document (235 kB).')).toBeVisible()
  const saved = page.waitForEvent('download')
  await viewer(page).getByRole('button', { name: 'Download' }).last().tap()
  expect((await saved).suggestedFilename()).toBe('Agreement.docx')

  await next('Fax of 1987')
  await expect(drawn(page, 1)).toBeVisible()
  expect(await drawn(page, 1).evaluate(colourAt, { x: 0.5, y: 0.5 })).toEqual([0, 0, 0])
  await next('Uncounted')
  await expect(sheet(page, 1).getByText('Still read')).toBeVisible()
  await next('Locked')
  await expect(viewer(page).getByRole('alert')).toContainText('protected by a password')
  await next('Broken')
  await expect(viewer(page).getByRole('alert')).toContainText('seems to be damaged')
  await expect(viewer(page).getByRole('button', { name: 'Download instead' })).toBeVisible()
  await page.route('**/openDocument', (route) => route.abort())
  await viewer(page).getByRole('button', { name: 'Download instead' }).tap()
  await expect(
    viewer(page).getByText('We couldn’t download this document. We couldn’t reach the server.'),
  ).toBeVisible()
  await expectAccessible(page)
  // The console reports the aborted call.
  expect(browserErrors.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})

test('a buyer reads at night: the pages are dark, in every document, until the mode is switched off', async ({
  app,
  context,
  page,
}) => {
  const { open: openDocument, ...opened } = await openListing(app, context, page, [
    { name: 'LIM report', content: textPdf(['Flood plain'], 2), pageCount: 2 },
    { name: 'Chattels', content: 'Item,Room\nCurtains,Lounge\n', contentType: 'text/csv' },
  ])
  const brightness = async () => {
    const { channels } = await sharp(await sheet(page, 1).screenshot()).stats()
    return Math.round(channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3)
  }
  const nightMode = viewer(page).getByRole('button', { name: 'Night mode' })
  await openDocument('LIM report')
  await expect(drawn(page, 1)).toBeVisible()
  await expect(nightMode).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(brightness).toBeGreaterThan(240)
  await nightMode.tap()
  await expect(nightMode).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(brightness).toBeLessThan(40)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })

  await open(page, `/listings/${opened.listing.slug}`)
  await openDocument('LIM report')
  await expect(drawn(page, 1)).toBeVisible()
  await expect.poll(brightness).toBeLessThan(40)
  await viewer(page).getByRole('button', { name: 'Next: Chattels' }).tap()
  const text = viewer(page).getByRole('textbox', { name: 'Chattels' })
  await expect(text).toHaveCSS('background-color', 'rgb(24, 33, 32)')
  await page.keyboard.press('n')
  await expect(nightMode).toHaveAttribute('aria-pressed', 'false')
  await expect(text).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  expect(opened.browserErrors).toEqual([])
})

test('on a laptop the documents before and after are named, and a page shows its thumbnail until it is drawn', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: app.url })
  const { listing } = await createReadingBuyer(app, context, [
    { name: 'Record of title', content: textPdf(['Title']), pageCount: 1 },
    { name: 'Building report', content: textPdf(['No rot'], 12), pageCount: 12 },
    { name: 'LIM report', content: textPdf(['Flood plain']), pageCount: 1 },
  ])
  const page = await context.newPage()
  await open(page, `/listings/${listing.slug}`)
  await page.getByRole('button', { name: 'Building report' }).click()
  await expect(viewer(page).getByText('Previous: Record of title')).toBeVisible()
  await expect(viewer(page).getByText('Next: LIM report')).toBeVisible()

  await expect(sheet(page, 5).locator('img')).toHaveAttribute('src', /^data:image\/webp;base64,/)
  await expect(drawn(page, 5)).toHaveCount(0)
  await viewer(page).getByRole('button', { name: 'Go to page 5' }).click()
  await expect(drawn(page, 5)).toBeVisible()
  await viewer(page).getByRole('button', { name: 'Next: LIM report' }).click()
  await expect(sheet(page, 1).getByText('Flood plain')).toBeVisible()
  await context.close()
})

test('scans in JBIG2 and JPEG 2000, which councils use, are shown', async ({ app, context, page }) => {
  const scan = (name: string) => readFileSync(join(import.meta.dirname, '../../test/samples', name))
  const { open, browserErrors } = await openListing(app, context, page, [
    { name: 'Black and white', content: scan('scan-jbig2.pdf'), pageCount: 1 },
    { name: 'In colour', content: scan('scan-jpeg2000.pdf'), pageCount: 1 },
  ])
  const colours = async () => ({
    block: await drawn(page, 1).evaluate(colourAt, { x: 0.45, y: 0.625 }),
    paper: await drawn(page, 1).evaluate(colourAt, { x: 0.2, y: 0.625 }),
  })
  await open('Black and white')
  await expect(drawn(page, 1)).toBeVisible()
  expect(await colours()).toEqual({ block: [0, 0, 0], paper: [255, 255, 255] })
  await viewer(page).getByRole('button', { name: 'Next: In colour' }).tap()
  await expect(drawn(page, 1)).toBeVisible()
  const { block, paper } = await colours()
  // The green of the block, within the tolerance of lossy compression.
  expect(block.map((value) => Math.round(value / 20))).toEqual([0, 6, 5])
  expect(paper.map((value) => Math.round(value / 20))).toEqual([13, 13, 13])
  expect(browserErrors).toEqual([])
})

test('threat 96: a link in a document shows its destination before it opens, and no scheme but https is a link', async ({
  app,
  context,
  page,
}) => {
  const address = 'https://council.example.nz/property?id=12&from=lim#drainage'
  const uri = (value: string) => `/A << /S /URI /URI (${value}) >>`
  const { open, browserErrors } = await openListing(app, context, page, [
    {
      name: 'LIM report',
      content: linkedPdf([
        { text: 'Council website', annotation: uri(address) },
        { text: 'Drainage plan', annotation: '/Dest [7 0 R /XYZ 0 800 0]' },
        { text: 'Turn over', annotation: '/A << /S /Named /N /NextPage >>' },
        { text: 'Script', annotation: uri('javascript:alert\\(1\\)') },
        { text: 'Script action', annotation: "/A << /S /JavaScript /JS (app.launchURL\\('javascript:1'\\)) >>" },
        { text: 'Data', annotation: uri('data:text/html,<p>x') },
        { text: 'File', annotation: uri('file:///etc/passwd') },
        { text: 'Program', annotation: '/A << /S /Launch /F (setup.exe) >>' },
        { text: 'Unencrypted', annotation: uri('http://council.example.nz/') },
        { text: 'Private scheme', annotation: uri('ms-word:ofe|u|https://evil.example') },
        { text: 'Disguised', annotation: uri('https://council.example.nz@evil.example/') },
        { text: 'Missing page', annotation: '/Dest [99 0 R /XYZ 0 800 0]' },
      ]),
      pageCount: 3,
    },
  ])
  await context.route('https://council.example.nz/**', (route) => route.fulfill({ body: 'The council' }))
  await open('LIM report')
  const website = viewer(page).getByRole('button', { name: 'Council website, link to council.example.nz' })
  await expect(website).toBeVisible()
  expect(await sheet(page, 1).getByRole('button').allInnerTexts()).toHaveLength(4)

  await website.tap()
  const question = page.getByRole('dialog', { name: 'Open council.example.nz?' })
  await expect(question.getByText(address)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(website).toBeFocused()

  await test.step('it can be opened by keyboard, in a new tab without an opener', async () => {
    await page.keyboard.press('Enter')
    await expect(question).toBeVisible()
    await question.getByRole('link', { name: 'Open website' }).focus()
    const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
    await tab.waitForLoadState()
    expect(tab.url()).toBe(address)
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    await tab.close()
    await expect(question).toHaveCount(0)
  })

  const current = viewer(page).getByLabel('Page, of 3')
  await viewer(page).getByRole('button', { name: 'Drainage plan, link in this document' }).tap()
  await expect(current).toHaveValue('3')
  await page.keyboard.press('Home')
  await viewer(page).getByRole('button', { name: 'Missing page, link in this document' }).tap()
  await viewer(page).getByRole('button', { name: 'Turn over, link in this document' }).tap()
  await expect(current).toHaveValue('2')
  expect(browserErrors).toEqual([])
})

test('a document opens without loading the listing again, on a page that was reached inside the application', async ({
  app,
  context,
  page,
}) => {
  const { listing } = await createReadingBuyer(app, context, [{ name: 'Record of title', content: textPdf(['Title']) }])
  await open(page, '/login')
  await followAddress(page, `/listings/${listing.slug}`)
  await expect(page.getByRole('link', { name: 'Download all' })).toBeVisible()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))

  await page.getByRole('button', { name: 'Record of title' }).click()
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible()
  await expect(page).toHaveURL(`/listings/${listing.slug}`)
  expect(loaded.filter((path) => path.includes('fetchPublicListing'))).toEqual([])
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('all documents are saved as one zip', async ({ app, context, page }) => {
  const { browserErrors, viewed } = await openListing(app, context, page, [
    { name: 'LIM report', content: 'first' },
    { name: 'Plan', content: await photo(2), contentType: 'image/jpeg' },
  ])
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: /Download all/ }).tap()
  const zip = await saved
  expect(zip.suggestedFilename()).toBe('12 Rata Street documents.zip')
  const files = unzip(await readFile(await zip.path()))
  expect([...files.keys()]).toEqual(['01 LIM report.pdf', '02 Plan.jpg'])
  expect(String(files.get('01 LIM report.pdf'))).toBe('first')
  expect((await viewed()).map((one) => one.event)).toEqual(['file_download', 'file_download'])
  expect(browserErrors).toEqual([])
})

test('agents and buyers use the same reader for photos, text and PDFs, and Back closes it', async ({
  app,
  context,
  page,
}) => {
  const loadedReaders = loadedCode(page, { reader: 'Previous: ', pdf: 'pdf.worker' })
  const { open: openAsBuyer, ...opened } = await openListing(app, context, page, [
    { name: 'Floor plan', content: await photo(1), contentType: 'image/jpeg' },
    { name: 'Chattels', content: 'Item,Room\nCurtains,Lounge\n', contentType: 'text/csv' },
    { name: 'Building report', content: textPdf(['No rot'], 3), pageCount: 3 },
    { name: 'Agreement', content: 'words', contentType: WORD },
    { name: 'Front.heic', content: 'no browser shows this', contentType: 'image/heic' },
  ])
  await addPicture(app, opened.files[2], 'file')
  await addPicture(app, opened.files[4], 'image')
  expect(loadedReaders()).toEqual([])
  const { page: portal } = await enterPortal(context, app, opened.agent.email)
  const portalErrors = await collectBrowserErrors(portal)
  await open(portal, `/portal/listings/${opened.listing.id}`)
  const openAsAgent = (name: string) => portal.getByRole('button', { name: `Preview ${name}` }).tap()

  for (const [tab, openDocument] of [[page, openAsBuyer] as const, [portal, openAsAgent] as const]) {
    const address = tab.url()
    await openDocument('Floor plan')
    await expect(viewer(tab).getByRole('img', { name: 'Floor plan' })).toBeVisible()
    await tab.goBack()
    await expect(viewer(tab)).toHaveCount(0)
    await openDocument('Chattels')
    await expect(viewer(tab).getByRole('textbox', { name: 'Chattels' })).toHaveValue(/Curtains,Lounge/)
    if (tab === page) expect(loadedReaders()).toEqual(['reader'])
    await viewer(tab).getByRole('button', { name: 'Next: Building report' }).tap()
    await expect(sheet(tab, 1).getByText('No rot')).toBeVisible()
    await viewer(tab).getByRole('button', { name: 'Next: Agreement' }).tap()
    await expect(viewer(tab).getByText('This is a Word document')).toBeVisible()
    await tab.goBack()
    await expect(viewer(tab)).toHaveCount(0)
    expect(tab.url()).toBe(address)
  }

  // Loaded on demand: a buyer who opens no document loads none of them.
  expect(loadedReaders()).toEqual(['reader', 'pdf'])

  await test.step('Back keeps unsaved changes on the page', async () => {
    const title = portal.getByLabel('Title', { exact: true })
    await title.fill('14 Rata Street')
    await openAsAgent('Floor plan')
    await expect(viewer(portal)).toHaveCount(1)
    await portal.goBack()
    await expect(viewer(portal)).toHaveCount(0)
    await expect(title).toHaveValue('14 Rata Street')
  })

  await test.step('a photo in a format that browsers cannot show has a converted version', async () => {
    await portal.getByRole('button', { name: 'Actions for Front.heic' }).tap()
    await portal.getByRole('menuitem', { name: 'Preview' }).tap()
    const shown = viewer(portal).getByRole('img', { name: 'Front.heic' })
    await expect(shown).toBeVisible()
    await expectAccessible(portal)
    await viewer(portal).getByRole('button', { name: 'Close' }).tap()
    await expect(viewer(portal)).toHaveCount(0)
  })

  await test.step('a stored image of the first page is shown while a PDF loads', async () => {
    await portal.setViewportSize({ width: 1440, height: 900 })
    const opening = Promise.withResolvers<void>()
    await portal.route('**/storage/**', async (route) => {
      await opening.promise
      await route.continue()
    })
    await openAsAgent('Building report')
    await expect(viewer(portal).getByRole('status')).toHaveText('Opening the document')
    await expect(drawn(portal, 1)).toHaveCount(0)
    const picture = sheet(portal, 1).locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const before = await sheet(portal, 1).boundingBox()
    opening.resolve()
    await expect(drawn(portal, 1)).toBeVisible()
    await expect(viewer(portal).getByRole('status')).toHaveCount(0)
    const after = await sheet(portal, 1).boundingBox()
    // The stored size of an image is in whole pixels.
    const roundHeight = (box: typeof after) => box && { ...box, height: Math.round(box.height / 4) }
    expect(roundHeight(after)).toEqual(roundHeight(before))
    await portal.keyboard.press('Escape')
    await portal.unroute('**/storage/**')
  })

  await test.step('a file that is replaced while it is open shows its new content', async () => {
    const isRead = Promise.withResolvers<void>()
    await portal.route('**/storage/**', async (route) => {
      if (route.request().method() === 'PUT') await isRead.promise
      await route.continue()
    })
    const chooser = portal.waitForEvent('filechooser')
    await portal.getByRole('button', { name: 'Actions for Chattels' }).tap()
    await portal.getByRole('menuitem', { name: 'Replace' }).tap()
    const contents = Buffer.from('Item,Room\nHeat pump,Hall\n')
    await (await chooser).setFiles({ name: 'chattels.csv', mimeType: 'text/csv', buffer: contents })
    await portal.getByRole('button', { name: 'Replace document' }).tap()
    await openAsAgent('Chattels')
    await expect(viewer(portal).getByRole('textbox', { name: 'Chattels' })).toHaveValue(/Curtains,Lounge/)
    isRead.resolve()
    await expect(viewer(portal).getByRole('textbox', { name: 'Chattels' })).toHaveValue(/Heat pump,Hall/)
  })
  expect([...opened.browserErrors, ...portalErrors]).toEqual([])
})

test.describe('a browser that does not say it is driven by a program', () => {
  test.use({ userAgent: IPHONE })

  test('the seconds on each page are stored, also without a connection and without those behind a dialog or in a hidden tab, and the buyer deletes them', async ({
    app,
    context,
    page,
  }) => {
    await page.clock.install()
    const annotation = '/A << /S /URI /URI (https://council.example.nz/plan) >>'
    const opened = await openListing(app, context, page, [
      { name: 'LIM report', content: linkedPdf([{ text: 'The plan', annotation }]), pageCount: 3 },
    ])
    const startedAt = Date.now()
    await opened.open('LIM report')
    await expect(drawn(page, 1)).toBeVisible()
    // Less than 30 seconds in all: the server refuses what is further ahead of its own clock.
    await page.clock.fastForward(4_000)
    await sheet(page, 1).getByRole('button', { name: 'The plan' }).tap()
    await expect(page.getByRole('dialog', { name: 'Open council.example.nz?' })).toBeVisible()
    await page.clock.fastForward(10_000)
    await page.keyboard.press('Escape')
    await setTabVisibility(page, 'hidden')
    await page.clock.fastForward(10_000)
    await setTabVisibility(page, 'visible')
    await viewer(page).getByLabel('Page, of 3').fill('3')
    await page.keyboard.press('Enter')
    await expect(drawn(page, 3)).toBeVisible()
    await context.setOffline(true)
    await page.clock.fastForward(5_000)
    await page.keyboard.press('Control+f')
    await viewer(page).getByLabel('Search this document').fill('Third')
    await viewer(page).getByRole('button', { name: 'Close search' }).tap()
    await viewer(page).getByRole('button', { name: 'Close' }).tap()
    const secondsOpen = (Date.now() - startedAt) / 1000

    const reading = async () =>
      (await listReadings(app.db, [opened.lead.agencyId], [opened.lead.id])).get(opened.lead.id)
    expect((await reading())?.documents[0]?.pageSeconds[2] ?? 0).toBeLessThan(5)
    await context.setOffline(false)
    await page.clock.fastForward(15_000)
    await expect.poll(async () => (await reading())?.searches.map(({ words }) => words)).toEqual(['third'])
    const [read] = (await reading())?.documents ?? []
    expect(read?.pageSeconds[0]).toBeGreaterThanOrEqual(4)
    expect(read?.pageSeconds[2]).toBeGreaterThanOrEqual(5)
    expect(read?.seconds).toBeLessThan(10 + secondsOpen)

    const linkKey = signDocumentKey(readFileSync(join(app.dataDir, 'secret'), 'utf8'), 'link', opened.lead.id)
    await open(page, `/listings/${opened.listing.slug}/open?key=${linkKey}`)
    await page.getByText('Your reading').tap()
    await expect(page.getByText(/\d+ s, [23] of 3 pages/)).toBeVisible()
    await expect(page.getByText('“third” in LIM report')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete my reading' }).tap()
    await page.getByRole('button', { name: 'Delete permanently' }).tap()
    await expect(page.getByText('can no longer see what you read')).toBeVisible()
    expect(await reading()).toEqual({ documents: [], searches: [] })
    // The console reports the calls without a connection.
    expect(opened.browserErrors.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})

/** As if the buyer looked at another tab: the headless browser shows all tabs. */
const setTabVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'hidden', { value: visibility === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** Stores the images that the app prepares for a photo or a PDF, here in the format of a page. */
async function addPicture(app: AppWithData, added: { id: string; path: string } | undefined, type: 'file' | 'image') {
  if (!added) throw new Error('There is no document.')
  const size = { width: 480, height: 679 }
  const picture = await sharp({ create: { ...size, channels: 3, background: '#dfe7ea' } })
    .webp()
    .toBuffer()
  for (const variant of ['w480', 'w1920'])
    await appStorage(app.dataDir).write(variantKey(added.path, variant), picture, 'image/webp')
  await app.db
    .update(file)
    .set({ ...size, type })
    .where(eq(file.id, added.id))
}

/** Red, green and blue at a position in an image; 1 is its whole width or height. */
const colourAt = (canvas: HTMLCanvasElement | SVGElement, at: { x: number; y: number }) => {
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('This is not a canvas.')
  const pixel = canvas.getContext('2d')?.getImageData(canvas.width * at.x, canvas.height * at.y, 1, 1).data ?? []
  return [...pixel].slice(0, 3)
}

/** Two fingers that move apart around the middle of the screen. */
async function pinch(page: Page, factor: number) {
  const browser = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: 195, y: 400 - apart },
    { x: 195, y: 400 + apart },
  ]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', fingers(40))
  for (let step = 1; step <= 8; step++) await touch('touchMove', fingers(40 + (40 * (factor - 1) * step) / 8))
  await touch('touchEnd', [])
  await browser.detach()
}

test('a view-only document is read and searched page by page, without a download, until the agent hides it', async ({
  app,
  context,
  page,
}) => {
  const book = { content: bookPdf([['Agreement'], ['Deposit'], ['Chattels'], ['Kowhai tree']]), pageCount: 4 }
  const document = { ...book, name: 'Agreement', isViewOnly: true, isWatermarked: true }
  const { files, open: openDocument } = await openListing(app, context, page, [document])
  await expect(page.getByText('View only')).toBeVisible()
  await page.route('**/pages/1?*', (route) => route.fulfill({ status: 500 }))
  await openDocument('Agreement')
  const picture = (number: number) => sheet(page, number).getByRole('img', { name: `Page ${number}` })
  const retry = sheet(page, 1).getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute('**/pages/1?*')
  await retry.tap()
  await expect(picture(1)).toBeVisible()
  await expect(viewer(page).getByRole('button', { name: 'Download' })).toHaveCount(0)
  await viewer(page).getByRole('button', { name: 'Search' }).tap()
  await viewer(page).getByLabel('Search this document').fill('kōwhai')
  await expect(viewer(page).getByText('1 of 1')).toBeVisible()
  await expect(picture(4)).toBeVisible()
  await app.db
    .update(file)
    .set({ access: 'hidden' })
    .where(eq(file.id, files[0]?.id ?? ''))
  await viewer(page).getByRole('button', { name: 'Pages' }).tap()
  await expect(viewer(page).getByText('We can’t show “Agreement” here')).toBeVisible()
  await expect(picture(1)).toHaveCount(0)
})

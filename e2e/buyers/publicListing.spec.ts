import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createAgent, signInAs } from '../../test/fixtures/agents.ts'
import { createListing, createListingThroughApp, createPublishedListing } from '../../test/fixtures/listings.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { shiftSoFar, watchShifts } from '../support/layoutShifts.ts'
import { open } from '../support/open.ts'
import { openPortal } from '../support/portal.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const LAWN = 'A level lawn, raised vegetable beds and a deck that has the sun until dinner. '
const description = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: LAWN.repeat(8) }] }],
}

async function createOwnListing(app: AppWithData, wanted: Parameters<typeof createListingThroughApp>[2] = {}) {
  const agent = await createAgent(app.db, { phone: '021 555 0199' })
  const cookie = await signInAs(app.url, agent.email)
  return { agent, ...(await createListingThroughApp(app.url, cookie, { description, ...wanted })) }
}

const photos = (page: Page) => page.getByRole('region', { name: 'Photos' })
const viewer = (page: Page) => page.getByRole('dialog', { name: /^Photos of/ })

test('on a phone a buyer swipes through the photos, opens them full screen and expands the description', async ({
  browser,
  app,
}) => {
  const { slug, title } = await createOwnListing(app, { photos: 3 })
  const page = await browser.newPage({ ...phone, baseURL: app.url })
  const browserErrors = await collectBrowserErrors(page)
  await open(page, `/listings/${slug}`)

  const first = page.getByRole('img', { name: `${title}, photo 1 of 3` })
  expect(await first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByText('1/3')).toBeInViewport()
  await expect(page.getByText('2/3')).not.toBeInViewport()
  await photos(page)
    .getByRole('list')
    .evaluate((strip) => strip.scrollTo({ left: strip.clientWidth * 0.8 }))
  await expect(page.getByText('2/3')).toBeInViewport()
  await expect(page.getByText('1/3')).not.toBeInViewport()

  const second = photos(page).getByRole('link', { name: `${title}, photo 2 of 3` })
  await second.tap()
  await expect(viewer(page)).toContainText('2 / 3')
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page)).toContainText('3 / 3')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Home')
  await expect(viewer(page)).toContainText('1 / 3')
  await page.keyboard.press('End')
  await expect(viewer(page).getByRole('img', { name: `${title}, photo 3 of 3` })).toBeInViewport()
  await viewer(page)
    .getByRole('list')
    .evaluate((strip) => strip.scrollTo({ left: 0, behavior: 'instant' }))
  await expect(viewer(page)).toContainText('1 / 3')
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toBeHidden()
  await expect(second).toBeFocused()

  const text = page.getByText(LAWN.trim())
  const folded = (await text.boundingBox())?.height ?? 0
  await page.getByRole('button', { name: 'Read more' }).tap()
  await expect(page.getByRole('button', { name: 'Read less' })).toBeVisible()
  expect((await text.boundingBox())?.height).toBe(folded)
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+64215550199')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(browserErrors).toEqual([])
  await page.close()
})

test('without JavaScript the photos, description, documents and contact links are shown', async ({ browser, app }) => {
  const { slug, title, subtitle } = await createOwnListing(app, { photos: 6, documents: ['LIM report.pdf'] })
  for (const viewport of [phone.viewport, { width: 1440, height: 900 }]) {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url, viewport })
    const page = await context.newPage()
    await page.goto(`/listings/${slug}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(subtitle, { exact: true })).toBeVisible()
    await expect(photos(page).getByRole('img')).toHaveCount(6)
    await expect(photos(page).getByRole('link').last()).toBeVisible()
    await expect(page.getByText(LAWN.trim())).toBeVisible()
    await expect(page.getByRole('button', { name: /Read more|Share/ })).toHaveCount(0)
    await expect(page.getByText('LIM report').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Email' })).toBeVisible()
    await photos(page).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/photos\/file_\w+\/1920$/)
    await context.close()
  }
})

const HOSTILE = `</title></script><script>alert(1)</script><img src=x onerror=alert(2)>"'`

test('threat 26: a listing has metadata for search engines and social networks, and no text in it runs', async ({
  page,
  app,
}) => {
  const browserErrors = await collectBrowserErrors(page)
  const listing = await createPublishedListing(app.db, { title: HOSTILE, subtitle: HOSTILE })
  const answer = await open(page, `/listings/${listing.id}`)
  const address = `${app.url}/listings/${listing.slug}`

  expect(await answer?.text()).not.toContain('<script>alert')
  await expect(page).toHaveTitle(`${HOSTILE} · Property Files`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address)
  const content = (name: string) =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
  expect(await content('description')).toBe(HOSTILE)
  expect(await content('robots')).toContain('index, follow')
  expect(await content('og:title')).toBe(HOSTILE)
  expect(await content('og:url')).toBe(address)
  expect(await content('twitter:card')).toBe('summary_large_image')
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({ '@type': 'RealEstateListing', name: HOSTILE, url: address })
  expect(await page.evaluate(() => document.querySelectorAll('img[onerror], img[src="x"]').length)).toBe(0)
  expect(browserErrors).toEqual([])

  const picture = await page.request.get((await content('og:image')) ?? '')
  expect(picture.headers()).toMatchObject({ 'content-type': 'image/jpeg' })
  expect(await sharp(await picture.body()).metadata()).toMatchObject({ width: 1200, height: 630 })
  const draft = await createListing(app.db)
  for (const id of [draft.id, draft.slug, 'list_missing'])
    expect((await page.request.get(`/listings/${id}/preview.jpg`)).status()).toBe(404)
})

test('a draft’s agent can preview it, and everyone else gets 404', async ({ context, request, app }) => {
  const { agent, id, title } = await createOwnListing(app, { photos: 1, isPublished: false })
  const { page: editor } = await openPortal(context, app, agent.email, `/portal/listings/${id}`)
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  const opened = context.waitForEvent('page')
  await editor.getByRole('figure', { name: 'Preview' }).getByRole('link', { name: 'Open', exact: true }).click()
  const page = await opened
  await expect(page.getByText('Preview: buyers can’t see this page')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const cover = photos(page).getByRole('img')
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Back to editing' }).click()
  await expect(page).toHaveURL(new RegExp(`/portal/listings/${id}$`))
  // A preview sends no analytics events.
  expect(requests.filter((url) => url.includes('/listings/')).length).toBeGreaterThan(0)
  expect(requests.filter((url) => url.endsWith('/_event'))).toEqual([])

  const cookie = await signInAs(app.url, (await createAgent(app.db)).email)
  const visitors: Record<string, string>[] = [{ accept: 'text/html', cookie }, { accept: 'text/html' }]
  for (const headers of visitors)
    for (const search of ['?preview=true', '?preview=1', '']) {
      const answer = await request.get(`/listings/${id}${search}`, { headers })
      expect(answer.status()).toBe(404)
      const html = await answer.text()
      expect(html).toContain('Listing not found</h1>')
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).not.toContain(title)
    }
})

test('the agent of a listing can edit it from its public page, and nothing moves when the link appears', async ({
  context,
  browser,
  app,
}) => {
  const { agent, id, slug } = await createOwnListing(app, { photos: 1 })
  const { page } = await openPortal(context, app, agent.email, '/portal')
  await page.addInitScript(watchShifts)
  await open(page, `/listings/${slug}`)
  const edit = page.getByRole('link', { name: 'Edit listing' })
  await expect(edit).toBeVisible()
  const portal = page.getByRole('link', { name: 'Open portal' })
  await expect(portal).toBeVisible()
  expect(await page.evaluate(shiftSoFar)).toBe(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(edit).toBeVisible()
  await expect(portal).toBeHidden()
  await edit.click()
  await expect(page).toHaveURL(new RegExp(`/portal/listings/${id}$`))

  const otherAgent = await browser.newContext({ baseURL: app.url })
  const { page: otherPage } = await openPortal(otherAgent, app, (await createAgent(app.db)).email, '/portal')
  const asked = otherPage.waitForResponse(/fetchCanEdit/)
  await otherPage.goto(`/listings/${slug}`)
  expect(await (await asked).finished()).toBeNull()
  await expect(otherPage.getByRole('link', { name: 'Edit listing' })).toHaveCount(0)
  await otherPage.getByRole('link', { name: 'Open portal' }).click()
  await expect(otherPage).toHaveURL(/\/portal$/)
  await otherAgent.close()
})

test('a tap that needs what could not be loaded says so, and the next tap tries again', async ({
  page,
  context,
  app,
}) => {
  const { slug } = await createPublishedListing(app.db)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `/listings/${slug}`)
  const notice = page.getByRole('alert').filter({ hasText: 'didn’t load' })
  await expect(notice).toHaveCount(0)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('alert')).toContainText('Link copied')
  await expect(notice).toHaveCount(0)
})

test('on a laptop five photos are in a grid, the agent’s card stays visible, and the link can be shared', async ({
  page,
  context,
  app,
}) => {
  const { slug } = await createOwnListing(app, { photos: 6 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const browserErrors = await collectBrowserErrors(page)
  await open(page, `/listings/${slug}`)

  await expect(photos(page).getByRole('link').filter({ visible: true })).toHaveCount(5)
  const card = await page.getByRole('link', { name: 'Call' }).boundingBox()
  expect(card?.x).toBeGreaterThan(800)
  await page.keyboard.press('Tab')
  const firstPhoto = photos(page).getByRole('link').first()
  await firstPhoto.focus()
  // Two colours, over the photo: one of them shows on any photo.
  const ring = await firstPhoto.evaluate((link) => {
    const { content, borderTopColor, boxShadow } = getComputedStyle(link, '::after')
    return { content, borderTopColor, boxShadow }
  })
  expect(ring).toEqual({
    content: '""',
    borderTopColor: 'rgb(8, 127, 91)',
    boxShadow: 'rgb(255, 255, 255) 0px 0px 0px 3px inset',
  })
  await page.getByRole('button', { name: '6 photos' }).click()
  await viewer(page).getByRole('button', { name: 'Next photo' }).click()
  await expect(viewer(page)).toContainText('2 / 6')
  await expectAccessible(page)
  await viewer(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: '6 photos' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('alert')).toContainText('Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/listings/${slug}`)
  expect(browserErrors).toEqual([])

  await page.emulateMedia({ media: 'print' })
  const onPaper = (link: Element) => getComputedStyle(link, '::after').content
  expect(await page.getByRole('link', { name: 'Call' }).evaluate(onPaper)).toBe('"021 555 0199"')
})

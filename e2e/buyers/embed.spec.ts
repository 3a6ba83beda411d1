import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { agency } from '../../src/db/schema/agencies.ts'
import { lead } from '../../src/db/schema/leads.ts'
import { embedSnippet } from '../../src/features/embed/embed.schema.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { createPropertyListing } from '../support/propertyListing.ts'

/** An agency's own site: to browsers, 127.0.0.1 and localhost are two sites. */
async function startSite(snippet: () => string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    // A transform, as page builders have it, would keep a fixed element from covering the window.
    response.end(`<!doctype html><html lang="en"><title>Harbour Realty</title><main><h1>Harbour Realty</h1>
      <p><a href="#contact">Contact us</a></p><div style="transform:translateZ(0);max-width:640px">${snippet()}</div>
      <p id="contact">Call us</p></main>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (host: string) => `http://${host}:${port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const frameSize = (page: Page) =>
  page.locator('iframe').evaluate((frame) => {
    const { top, width, height } = frame.getBoundingClientRect()
    return { top, width, height, isWhole: width === innerWidth && height === innerHeight && top === 0 }
  })

test('a buyer leaves their details and reads on the agency’s own site, by keyboard, and is known there and nowhere else', async ({
  page,
  context,
  app,
}) => {
  const { agent, listing } = await createPropertyListing(app)
  const site = await startSite(() => embedSnippet(app.url, listing.id))
  const appHost = new URL(app.url).hostname
  const [allowed, refused] = appHost === 'localhost' ? ['127.0.0.1', 'site.localhost'] : ['localhost', 'site.localhost']
  await app.db
    .update(agency)
    .set({ embedSites: [site.url(allowed)] })
    .where(eq(agency.id, agent.agencyId))

  await page.goto(site.url(allowed))
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Property files (3)' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('title', /^Documents for /)
  await expect(page.locator('iframe')).toHaveAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
  )
  // As high as what it shows: nothing scrolls inside.
  await expect
    .poll(() =>
      frame.locator('html').evaluate((html) => html.scrollHeight <= window.innerHeight && window.innerHeight !== 320),
    )
    .toBe(true)
  await expectAccessible(page, { both: false })

  // By keyboard: from the site's link into the frame, to the first document.
  await page.getByRole('link', { name: 'Contact us' }).focus()
  await page.keyboard.press('Tab')
  await expect(frame.getByRole('button', { name: /LIM report/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const sheet = frame.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: 'To open “LIM report”, leave your details once' })).toBeFocused()
  await expect.poll(() => frameSize(page)).toMatchObject({ isWhole: true })
  // The page behind can't be reached meanwhile.
  await expect(page.locator('#contact')).toHaveJSProperty('inert', true)
  await page.keyboard.press('Escape')
  await expect.poll(() => frameSize(page)).toMatchObject({ isWhole: false })
  await expect(page.locator('#contact')).toHaveJSProperty('inert', false)

  await frame.getByRole('button', { name: /LIM report/ }).press('Enter')
  await sheet.getByLabel('First name').fill('Hana')
  await sheet.getByLabel('Last name').fill('Petersen')
  await sheet.getByLabel('Email').fill('hana@example.nz')
  await sheet.getByLabel('Phone').fill('021 555 0199')
  await sheet.getByRole('button', { name: 'Open the documents' }).click()
  const reader = frame.getByRole('dialog', { name: 'LIM report', exact: true })
  await expect(reader).toBeVisible()
  await expect.poll(() => frameSize(page)).toMatchObject({ isWhole: true })
  await expect(reader.getByText(/no longer|went wrong|can’t open/i)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(reader).toBeHidden()
  await expect.poll(() => frameSize(page)).toMatchObject({ isWhole: false })
  expect(await app.db.select().from(lead).where(eq(lead.listingId, listing.id))).toHaveLength(1)

  // The cookie belongs to this pair of sites.
  const cookies = (await context.cookies()).filter(({ name }) => name.includes(listing.id))
  expect(cookies.length).toBeGreaterThan(1)
  for (const cookie of cookies)
    expect(cookie, cookie.name).toMatchObject({ secure: true, sameSite: 'None', partitionKey: `http://${allowed}` })
  await page.reload()
  await expect(frame.getByRole('link', { name: /^Download all/ })).toBeVisible()
  await page.goto(`${app.url}/listings/${listing.slug}`)
  await expect(page.getByRole('img', { name: 'Locked' })).toHaveCount(3)

  // A site that the agency did not list gets no frame, and a link instead.
  await page.clock.install()
  await page.goto(site.url(refused))
  await page.clock.runFor(60_000)
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'See the documents for this property' })).toHaveAttribute(
    'href',
    `${app.url}/listings/${listing.id}`,
  )
  site.stop()
})

test('threat 190: messages of other windows change nothing, and without cookies the emailed link is offered', async ({
  page,
  app,
}) => {
  const { agent, listing } = await createPropertyListing(app)
  const site = await startSite(() => embedSnippet(app.url, listing.id))
  const host = new URL(app.url).hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  await app.db
    .update(agency)
    .set({ embedSites: [site.url(host)] })
    .where(eq(agency.id, agent.agencyId))
  // As a browser that keeps no cookies in frames.
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }))
  await page.goto(site.url(host))
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Property files (3)' })).toBeVisible()
  await expect.poll(async () => (await frameSize(page)).height).not.toBe(320)
  const { height } = await frameSize(page)
  // From the page itself, and from another frame in it.
  await page.evaluate(async () => {
    const message = { source: 'property-files', height: 5000, isExpanded: true, title: 'Hello' }
    window.postMessage(message, '*')
    const other = document.createElement('iframe')
    other.srcdoc = `<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`
    const loaded = new Promise((resolve) => other.addEventListener('load', resolve))
    document.body.append(other)
    await loaded
    other.remove()
  })
  expect(await frameSize(page)).toMatchObject({ height, isWhole: false })

  await frame.getByRole('button', { name: /LIM report/ }).click()
  const sheet = frame.getByRole('dialog')
  await sheet.getByLabel('First name').fill('Hana')
  await sheet.getByLabel('Last name').fill('Petersen')
  await sheet.getByLabel('Email').fill('hana2@example.nz')
  await sheet.getByLabel('Phone').fill('021 555 0199')
  await sheet.getByRole('button', { name: 'Open the documents' }).click()
  await expect(frame.getByText('Open them with the link in our email to hana2@example.nz.')).toBeVisible()
  site.stop()
})

import { and, eq } from 'drizzle-orm'
import { feedRun } from '../../src/db/schema/feeds.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { timeOfDay } from '../../src/ui/format/dates.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { reaxmlFile, reaxmlListing } from '../../test/fixtures/reaxml.ts'
import { eventually } from '../../test/support/eventually.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { openPortal } from '../support/portal.ts'

test('an owner creates a key that is shown once and works until it is revoked, adds a webhook, and finds every operation on the page for developers', async ({
  context,
  app,
}) => {
  const timeZone = 'Australia/Perth'
  const agent = await createAgent(app.db, { profile: { timeZone } })
  const { id } = await createPublishedListing(app.db, { agent })
  const { page } = await openPortal(context, app, agent.email, '/portal/agency/connections')
  const browserErrors = await collectBrowserErrors(page)
  await expect(page.getByText('No keys yet.')).toBeVisible()

  const crm = `crm-of-${agent.email}`
  const crmFormat = page.getByLabel(`Format for ${crm}`)
  await test.step('a CRM that reads email gets leads in the selected format', async () => {
    await page.getByLabel('Email address of your CRM').fill(crm)
    await page.getByLabel('Format', { exact: true }).selectOption('Property enquiry (Snug)')
    await page.getByRole('button', { name: 'Add address' }).click()
    await expect(crmFormat).toHaveValue('enquiry')
    await crmFormat.selectOption('Lead metadata (Follow Up Boss)')
    await expect(page.getByText(`${crm} gets leads as “Lead metadata (Follow Up Boss)”.`)).toBeVisible()
  })

  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  await expect(dialog.getByText('Please choose what the key may do')).toBeVisible()
  await expectAccessible(page, { part: dialog })
  await dialog.getByLabel('Name').fill('Harbour sync')
  await dialog.getByLabel('Read listings').check()
  await dialog.getByLabel('Send listing feeds').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Copy it now')).toBeVisible()
  const token = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()

  const headers = { authorization: `Bearer ${token}` }
  const ask = () => context.request.get('/api/v1/listings', { headers })
  expect(await (await ask()).json()).toMatchObject({ data: [{ id }] })
  const sent = await context.request.post('/feeds/reaxml', {
    headers: { ...headers, 'content-type': 'application/xml' },
    data: reaxmlFile(reaxmlListing()),
  })
  expect(sent.status()).toBe(202)
  await eventually(
    async () => (await app.db.$count(feedRun, and(eq(feedRun.userId, agent.id), eq(feedRun.state, 'previewed')))) === 1,
  )
  await page.reload()
  await expect(crmFormat).toHaveValue('metadata')
  const row = page.getByRole('listitem').filter({ hasText: 'Harbour sync' })
  await expect(row).toContainText('Read listings')
  await expect(row).toContainText('Last used')
  expect(await page.content()).not.toContain(token)
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Revoke Harbour sync' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
  expect((await ask()).status()).toBe(401)

  await test.step('a webhook shows its secret and what was sent, in the time zone of the agent', async () => {
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect(dialog.getByText('Please enter a web address')).toBeVisible()
    await expectAccessible(page, { part: dialog })
    await dialog.getByLabel('Web address').fill('https://crm.invalid/hook')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect(dialog.getByLabel('Secret')).toHaveValue(/^whsec_/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Send a test message to crm.invalid' }).click()
    await expect(page.getByText('Test message sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Log of crm.invalid' }).click()
    const entry = dialog.getByRole('article', { name: 'webhook.test' })
    const time = entry.locator('time')
    await time.hover()
    const sentAt = new Date((await time.getAttribute('datetime')) ?? '')
    await expect(page.getByRole('tooltip')).toContainText(timeOfDay(sentAt, timeZone))
    await entry.getByText('Message and response').click()
    await expect(async () => {
      if (!(await entry.getByText('Why there was no response').isVisible()))
        await dialog.getByRole('button', { name: 'Reload' }).click()
      await expect(entry.getByText('Why there was no response')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expectAccessible(page, { part: dialog })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the first file of a CRM is announced, and imported from its preview', async () => {
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await page.getByRole('link', { name: 'Listings from your CRM' }).click()
    const preview = page.getByRole('dialog', { name: 'listings.xml' })
    await expect(preview).toContainText('This file will create 1 draft.')
    await expectAccessible(page, { part: preview })
    await preview.getByRole('button', { name: 'Import 1 listing' }).click()
    await expect(preview).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'listings.xml' })).toContainText('1 draft created')
  })

  await test.step('the page for developers asks no other host', async () => {
    const others: string[] = []
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(app.url)) others.push(request.url())
    })
    await open(page, '/developers#InvalidKey')
    await expect(page.getByText('Create a draft').first()).toBeVisible()
    expect(others).toEqual([])
  })

  await test.step('the type of a problem links to its description, also when the reference has loaded', async () => {
    const { type } = await (await ask()).json()
    await expect(page).toHaveURL(type)
    await expect(page.locator('#InvalidKey')).toBeInViewport()
    await expectAccessible(page)
    await expectNoViolations(page, { part: page.locator('[data-state=ready]'), rules: ['color-contrast'] })
  })
  expect(browserErrors).toEqual([])
})

test('an owner uploads a file of listings, sees what it would do, imports it, and opens the draft from the report', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const { page } = await openPortal(context, app, agent.email, '/portal/agency/connections')
  const browserErrors = await collectBrowserErrors(page)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a file' }).click()
  const buffer = Buffer.from(reaxmlFile(reaxmlListing({ number: '31', headline: 'Sunny villa by the park' })))
  await (await choosing).setFiles({ name: 'week 48.xml', mimeType: 'application/xml', buffer })

  const row = page.getByRole('listitem').filter({ hasText: 'week 48.xml' })
  await expect(row).toContainText('Uploaded')
  await row.getByRole('button', { name: 'Review week 48.xml' }).click()
  const dialog = page.getByRole('dialog', { name: 'week 48.xml' })
  await expect(dialog).toContainText('This file will create 1 draft.')
  const planned = dialog.getByRole('region', { name: /31 Rātā Street/ })
  await expect(planned).toContainText('New draft')
  await expect(planned.getByRole('link')).toHaveCount(0)
  expect(await app.db.$count(listing, eq(listing.userId, agent.id))).toBe(0)
  await dialog.getByRole('button', { name: 'Import 1 listing' }).click()
  await expect(dialog).toBeHidden()

  await expect(row).toContainText('1 draft created')
  await row.getByRole('button', { name: 'Report on week 48.xml' }).click()
  await expectAccessible(page, { part: dialog })
  await dialog.getByRole('link', { name: /31 Rātā Street/ }).click()
  await expect(page.getByRole('textbox', { name: 'Subtitle' })).toHaveValue('Sunny villa by the park')
  expect(browserErrors).toEqual([])
})

test('an owner lists the websites that may show documents, and learns which line is not one', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const { slug } = await createPublishedListing(app.db, { agent })
  const allowedSites = async () => {
    const policy = (await context.request.get(`/embed/${slug}`)).headers()['content-security-policy']
    return /frame-ancestors ([^;]+)/.exec(policy ?? '')?.[1]
  }
  expect(await allowedSites()).toBe("'self'")
  const { page } = await openPortal(context, app, agent.email, '/portal/agency/connections')
  const sites = page.getByLabel('Websites that may show your documents')
  const save = page.getByRole('button', { name: 'Save websites' })
  await sites.fill('www.harbour.example/sale\nour website')
  await save.click()
  await expect(page.getByText('Please enter websites that start with https://. “our” isn’t one.')).toBeVisible()
  await expect(sites).toBeFocused()
  expect(await allowedSites()).toBe("'self'")

  await sites.fill('www.harbour.example/sale\nhttps://harbour.example')
  await save.click()
  await expect(page.getByText('Websites saved.')).toBeVisible()
  await expect(sites).toHaveValue('https://www.harbour.example\nhttps://harbour.example')
  expect(await allowedSites()).toBe("'self' https://www.harbour.example https://harbour.example")
})

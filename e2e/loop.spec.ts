import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { textPdf } from '../test/fixtures/content/pdf.ts'
import { createListingWithDocuments } from '../test/fixtures/files.ts'
import { unzip } from '../test/support/content/unzip.ts'
import { expect, test } from './support/app.ts'
import { emailsTo } from './support/emails.ts'
import { open } from './support/open.ts'
import { openPortal } from './support/portal.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The main flow of the product, once from end to end. Other tests cover each step in detail. */
test('a buyer sends their details, reads and returns by the emailed link; the agent is notified, sees the lead and exports all leads', async ({
  app,
  browser,
}) => {
  const { agent, ...listing } = await createListingWithDocuments(app, [
    { name: 'LIM report', content: textPdf(['Built in 1962', 'The roof is of 2019']), pageCount: 1 },
    { name: 'Record of title', content: textPdf(['Lot 7']), pageCount: 1 },
  ])
  const email = `hana-${listing.id.replace('_', '-')}@example.nz`
  const device = await browser.newContext({ ...PHONE, baseURL: app.url })
  const phone = await device.newPage()

  await open(phone, `/listings/${listing.slug}`)
  await expect(phone.getByRole('heading', { level: 1, name: listing.title })).toBeVisible()
  await phone.getByRole('button', { name: /^LIM report/ }).tap()
  const form = phone.getByRole('dialog').getByRole('form')
  await form.getByLabel('First name').fill('Hana')
  await form.getByLabel('Last name').fill('Petersen')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone').fill('021 555 0199')
  await form.getByRole('button', { name: 'Open the documents' }).tap()
  await expect(pageOf(phone).getByText('The roof is of 2019')).toBeVisible()
  await device.close()

  const [notification] = await firstEmail(app, agent.email, /New lead/)
  expect(notification?.text).toContain('+64 21 555 0199')
  expect(notification?.replyTo?.[0]?.address).toBe(email)

  await test.step('in another browser the emailed link opens the documents after a click', async () => {
    const [link] = await firstEmail(app, email, /Your documents/)
    const elsewhere = await browser.newContext({ ...PHONE, baseURL: app.url })
    const tablet = await elsewhere.newPage()
    await open(tablet, link?.text?.match(/http\S+\/open\?key=\S+/)?.[0] ?? '')
    await tablet.getByRole('button', { name: 'Open the documents' }).tap()
    await expect(tablet).toHaveURL(`${app.url}/listings/${listing.slug}#documents`)
    const saved = tablet.waitForEvent('download')
    await tablet.getByRole('link', { name: /Download all/ }).tap()
    const zip = await unzip(await readFile(await (await saved).path()))
    expect([...zip.keys()]).toEqual(['01 LIM report.pdf', '02 Record of title.pdf'])
    await elsewhere.close()
  })

  await test.step('the agent opens the lead from the email and exports all leads', async () => {
    const office = await browser.newContext({ baseURL: app.url })
    const path = new URL(notification?.text?.match(/http\S+\/portal\/leads\?lead=\w+/)?.[0] ?? '').href.replace(
      app.url,
      '',
    )
    const { page } = await openPortal(office, app, agent.email, path)
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+64215550199')
    await expect(drawer).toContainText('Opened LIM report')
    await expect(drawer).toContainText('Downloaded 2 documents as a zip')
    await page.keyboard.press('Escape')
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toContain(`Hana,Petersen,${email}`)
    await office.close()
  })
})

const pageOf = (page: Page) => page.getByRole('dialog').locator('[data-page="1"]')

async function firstEmail(app: Parameters<typeof emailsTo>[0], to: string, subject: RegExp) {
  const find = async () => (await emailsTo(app, to)).filter((email) => subject.test(email.subject ?? ''))
  await expect.poll(async () => (await find()).length).toBe(1)
  return find()
}

import { createAgent } from '../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { emailsTo } from '../support/emails.ts'
import { open, reopen } from '../support/open.ts'
import { openPortal } from '../support/portal.ts'

test('an agent adds a vendor, writes, previews and skips the weekly email, sees that the vendor looked, and revokes the link', async ({
  app,
  browser,
  context,
}) => {
  const agent = await createAgent(app.db)
  const { id } = await createPublishedListing(app.db, { agent })
  const { page } = await openPortal(context, app, agent.email, `/portal/listings/${id}`)
  const browserErrors = await collectBrowserErrors(page)
  const card = page.getByRole('region', { name: 'Vendor report' })
  let link = ''

  await test.step('the first vendor switches the report and the weekly email on, and gets the link by email', async () => {
    await card.getByRole('button', { name: 'Add your vendor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add vendor' }).click()
    await expect(dialog.getByText('Please enter a name')).toBeVisible()
    await dialog.getByLabel('Name').fill('Tom Hale')
    await dialog.getByLabel('Email', { exact: true }).fill('tom.hale@example.nz')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add vendor' }).click()
    await expect(card.getByText('Weekly email on')).toBeVisible()
    await expect(card.getByText('Not opened yet')).toBeVisible()
    await expect(card.getByText(/^Friday,? .*4:00\spm$/)).toBeVisible()
    await expect.poll(() => emailsTo(app, 'tom.hale@example.nz')).toHaveLength(1)
    const [email] = await emailsTo(app, 'tom.hale@example.nz')
    link = email?.text?.match(/http\S+\/vendor\?key=\S+/)?.[0] ?? ''
    expect(link).not.toBe('')
  })

  await test.step('the agent downloads the report as the vendor gets it', async () => {
    const href = await card.getByRole('link', { name: 'Download PDF' }).getAttribute('href')
    const pdf = await page.request.get(href ?? '')
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect(pdf.headers()['content-disposition']).toContain('vendor-report.pdf')
  })

  await test.step('words are saved, and shown in the preview of exactly what will be sent', async () => {
    const words = card.getByLabel('Your comments', { exact: true })
    await words.fill('Look at www.example.com')
    await card.getByRole('button', { name: 'Save comments' }).click()
    await expect(card.getByText('Please leave out web and email addresses')).toBeVisible()
    await words.fill('Three groups came back for a second look.')
    await card.getByRole('button', { name: 'Save comments' }).click()
    await expect(card.getByText('Saved', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: 'Preview' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('12 Rata Street: your weekly report')).toBeVisible()
    const email = dialog.frameLocator('iframe')
    await expect(email.getByText('Three groups came back for a second look.', { exact: true })).toBeVisible()
    await expect(email.getByRole('link', { name: 'Open the full report' })).toHaveAttribute('href', link)
    await dialog.getByText('Plain text').click()
    await expect(dialog.getByText(`Open the full report:`)).toContainText(link)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('one week is skipped, that is undone, and the time is changed', async () => {
    await card.getByRole('button', { name: 'Skip this week' }).click()
    await expect(card.getByText(/^Skipped\. Next one/)).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await expect(card.getByRole('button', { name: 'Skip this week' })).toBeVisible()
    await card.getByRole('button', { name: 'Change time' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Day').selectOption('Monday')
    await dialog.getByLabel('Time').fill('08:30')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByText(/^Monday,? .*8:30\sam$/)).toBeVisible()
  })

  await test.step('the agent sees that the vendor has opened the page, and revokes the link', async () => {
    // The vendor's own browser: a visit by the agent does not count.
    const vendors = await browser.newContext()
    const vendorPage = await vendors.newPage()
    await open(vendorPage, link)
    await expect(vendorPage.getByText('Three groups came back for a second look.')).toBeVisible()
    await expect(async () => {
      await reopen(page)
      await expect(card.getByText(/^Opened (?:just now|\d+ minutes? ago)/)).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await card.getByRole('button', { name: 'Actions for Tom Hale' }).click()
    await page.getByRole('menuitem', { name: 'Revoke the link' }).click()
    await expect(card.getByText('Revoked', { exact: true })).toBeVisible()
    await expect(page.getByText('Tom Hale’s link no longer works.')).toBeVisible()
    await vendorPage.reload()
    await expect(vendorPage.getByText('Three groups came back for a second look.')).toHaveCount(0)
    await vendors.close()
    await expectAccessible(page)
  })
  expect(browserErrors).toEqual([])
})

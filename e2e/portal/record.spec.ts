import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { file, fileVersion } from '../../src/db/schema/files.ts'
import { DEFAULT_STATEMENT } from '../../src/features/disclosure/disclosure.schema.ts'
import { textPdf } from '../../test/fixtures/content/pdf.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'
import { createReadingBuyer } from '../support/readingBuyer.ts'

test('a buyer confirms a document, the agent sees it and gives a certificate, and anyone can verify that', async ({
  app,
  context,
  page,
}) => {
  const browserErrors = await collectBrowserErrors(page)
  const content = textPdf(['Agreement'], 2)
  const { agent, listing, files } = await createReadingBuyer(app, context, [
    { name: 'Agreement', content, pageCount: 2, acknowledgement: DEFAULT_STATEMENT, isAcknowledgementRequired: true },
  ])
  const [document] = files
  if (!document) throw new Error('There is no document.')
  const { id: fileId } = document
  const sha256 = 'a'.repeat(64)
  await app.db.update(fileVersion).set({ sha256 }).where(eq(fileVersion.fileId, fileId))

  await test.step('the document opens once it is confirmed', async () => {
    await open(page, `/listings/${listing.slug}`)
    await page.getByRole('button', { name: 'Agreement' }).click()
    const reader = page.getByRole('dialog')
    await expect(reader.getByText('asks you to confirm this document before it opens')).toBeVisible()
    await expectAccessible(page)
    await reader.getByRole('button', { name: 'Confirm' }).click()
    await expect(reader.getByText('You confirmed this on')).toBeVisible()
    await expect(reader.locator('[data-page="1"] canvas')).toBeVisible()
  })

  await test.step('a sentence that changed meanwhile is not confirmed', async () => {
    await app.db.update(file).set({ version: 2, isAcknowledgementRequired: false }).where(eq(file.id, fileId))
    await open(page, `/listings/${listing.slug}`)
    await page.getByRole('button', { name: 'Agreement' }).click()
    const reader = page.getByRole('dialog')
    await expect(reader.getByRole('button', { name: 'Confirm' })).toBeVisible()
    await app.db.update(file).set({ acknowledgement: 'Something else.' }).where(eq(file.id, fileId))
    await reader.getByRole('button', { name: 'Confirm' }).click()
    await expect(reader.getByRole('alert')).toContainText('The agent changed the sentence')
    await app.db.update(file).set({ version: 1, acknowledgement: DEFAULT_STATEMENT }).where(eq(file.id, fileId))
  })

  const { page: portal } = await enterPortal(context, app, agent.email)
  const portalErrors = await collectBrowserErrors(portal)
  const certificate = await test.step('the agent reads the record and downloads a certificate', async () => {
    await open(portal, `/portal/listings/${listing.id}/record`)
    await expect(
      portal.getByText('Mere Walker confirmed Agreement: “I have received and read this document.”'),
    ).toBeVisible()
    await expect(portal.getByText('1 of 1 confirmed')).toBeVisible()
    await expectAccessible(portal)
    await portal.getByLabel('Person').selectOption('Mere Walker')
    await expect(portal).toHaveURL(/person=/)
    const downloading = portal.waitForEvent('download')
    await portal.getByRole('link', { name: 'Certificate for Mere Walker' }).click()
    return readFile(await (await downloading).path())
  })

  await test.step('anyone can verify it, and a changed copy is found out', async () => {
    await open(page, '/verify')
    const choose = async (name: string, buffer: Buffer) => {
      await page.getByLabel('Select a certificate').hover({ force: true })
      await page.getByLabel('Select a certificate').setInputFiles({ name, mimeType: 'application/pdf', buffer })
    }
    await expect(async () => {
      await choose('certificate.pdf', certificate)
      await expect(page.getByRole('heading', { name: 'Valid', exact: true })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(page.getByText(listing.title)).toBeVisible()
    await expectAccessible(page)
    const changed = Buffer.from(certificate)
    changed.writeUInt8(changed.readUInt8(900) ^ 1, 900)
    await choose('changed.pdf', changed)
    await expect(page.getByRole('heading', { name: 'Changed', exact: true })).toBeVisible()
  })
  // The two refusals above.
  expect(browserErrors).toEqual([
    expect.stringMatching(/403.*openDocument/),
    expect.stringMatching(/409.*acknowledgeDocument/),
  ])
  expect(portalErrors).toEqual([])
})

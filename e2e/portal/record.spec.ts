import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { changeRecipient, file, fileVersion } from '../../src/db/schema/files.ts'
import { DEFAULT_STATEMENT } from '../../src/features/disclosure/disclosure.schema.ts'
import { signLinkKey } from '../../src/features/leads/server/documents/documentKey.server.ts'
import { createPdf } from '../../test/fixtures/content/pdf.ts'
import { replaceDocument } from '../../test/fixtures/files.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'
import { createReadingBuyer } from '../support/readingBuyer.ts'

/** A page without text, of which the lower part is black. */
const scan = (blackPoints: number) => createPdf({ content: `0 0 595 ${blackPoints} re f` })

test('a buyer confirms a document, the agent sees it and gives a certificate, anyone can verify that, and the buyer is told of a new version', async ({
  app,
  context,
  page,
}) => {
  const browserErrors = await collectBrowserErrors(page)
  const content = scan(140)
  const { agent, listing, files, lead } = await createReadingBuyer(app, context, [
    { name: 'Agreement', content, pageCount: 1, acknowledgement: DEFAULT_STATEMENT, isAcknowledgementRequired: true },
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
    await expect(reader.getByRole('button', { name: 'Download instead' })).toHaveCount(0)
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

  await test.step('the agent is asked whom to tell about a new version, and can take it back', async () => {
    await replaceDocument(app, fileId, { content: scan(200), pageCount: 1 })
    await open(portal, '/portal/files')
    const banner = portal.getByRole('status').filter({ hasText: 'Agreement has a new version. Tell buyers?' })
    await banner.getByRole('button', { name: 'Don’t tell anyone' }).click()
    await expect(banner).toBeHidden()
    await portal.getByRole('button', { name: 'Undo' }).click()
    await banner.getByRole('button', { name: 'Tell everyone (1)' }).click()
    await expect(portal.getByText('We’ll email 1 buyer in 10 minutes.')).toBeVisible()
    await portal.getByRole('alert').filter({ hasText: 'We’ll email' }).getByRole('button', { name: 'Undo' }).click()
    await banner.getByRole('button', { name: 'Add a note' }).click()
    await banner.getByLabel('Note for the buyers').fill('Clause 14 is new.')
    await expectAccessible(portal)
    await banner.getByRole('button', { name: 'Tell 1 who opened it' }).click()
    await expect(banner).toBeHidden()
  })

  await test.step('the buyer sees what changed, scanned pages as pictures side by side', async () => {
    // As if the ten minutes were over.
    await app.db.update(changeRecipient).set({ toldAt: new Date() }).where(eq(changeRecipient.leadId, lead.id))
    const secret = await readFile(join(app.dataDir, 'secret'), 'utf8')
    await open(page, `/listings/${listing.slug}/open?key=${signLinkKey(secret, lead)}`)
    const changes = page.getByRole('region', { name: 'What changed' })
    await expect(changes).toContainText('Clause 14 is new.')
    await changes.getByRole('button', { name: 'Show the pages of Agreement that changed' }).click()
    for (const name of ['Before, page 1', 'Now, page 1']) {
      const picture = changes.getByRole('img', { name })
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
    }
    await expectAccessible(page)
  })
  // The two refusals above.
  expect(browserErrors).toEqual([
    expect.stringMatching(/403.*openDocument/),
    expect.stringMatching(/409.*acknowledgeDocument/),
  ])
  // The document was not prepared, so the list of files has no picture of its first page.
  expect(portalErrors.filter((error) => !error.includes(`/photos/${fileId}/`))).toEqual([])
})

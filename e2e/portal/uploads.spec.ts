import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PART_BYTES } from '../../src/platform/storage/storage.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { setSubscription } from '../../test/fixtures/billing.ts'
import { textPdf } from '../../test/fixtures/content/pdf.ts'
import { isLong } from '../../test/support/longRun.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { reopen } from '../support/open.ts'
import { openPortal } from '../support/portal.ts'
import { choose, dock, largeVideo, watchParts } from '../support/uploads.ts'

const MB = 1024 * 1024
/** Enough that several are left when the connection is lost. */
const PARTS = isLong ? 19 : 12

test('a large upload resumes after the connection was lost halfway, without sending stored parts again', async ({
  app,
  context,
}) => {
  const { email } = await createAgent(app.db)
  const { page } = await openPortal(context, app, email, '/portal/files')
  const { sent, arrived } = watchParts(page)
  await choose(page, 'Upload files', await largeVideo(PARTS * PART_BYTES))
  await expect.poll(() => arrived.length, { intervals: [20] }).toBeGreaterThan(2)

  await context.setOffline(true)
  await expect(dock(page).getByRole('button', { name: 'Waiting for a connection' })).toBeVisible()
  const [before, sentBefore] = [new Set(arrived), sent.length]
  expect(before.size).toBeLessThan(PARTS)
  await expectAccessible(page, { part: dock(page) })
  await context.setOffline(false)

  await expect(dock(page)).toContainText('1 file uploaded', { timeout: 60_000 })
  expect(sent.slice(sentBefore).filter((part) => before.has(part))).toEqual([])
  // A part may have been stored although its response was lost. It is not sent again.
  expect(new Set(sent).size).toBe(PARTS)
})

test('a reload during an upload warns first, and choosing the same file resumes it', async ({ app, context }) => {
  const { email } = await createAgent(app.db)
  const { page } = await openPortal(context, app, email, '/portal/files')
  const video = await largeVideo(64 * MB)
  const { arrived } = watchParts(page)
  // The third part never gets a response.
  await page.route(/[?&]part=3(&|$)/, () => {})
  await choose(page, 'Upload files', video)
  await expect.poll(() => arrived, { timeout: 60_000 }).toEqual(['1', '2'])
  const warned = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const warning = await warned
  expect(warning.type()).toBe('beforeunload')
  await warning.accept()
  await reloaded
  await page.unrouteAll()

  await expect(dock(page)).toContainText('1 upload unfinished')
  await expect(dock(page)).toContainText('Paused at 34 MB of 67 MB when the page was closed')
  await expectAccessible(page, { part: dock(page) })
  const browserErrors = await collectBrowserErrors(page)
  const after = watchParts(page)
  // The upload continues on other pages of the portal.
  await page.getByRole('link', { name: 'Listings', exact: true }).first().click()
  await choose(page, 'Select file: walk-through.mp4', video)
  await expect(dock(page)).toContainText('1 file uploaded')
  expect(after.sent).toEqual(['3', '4'])
  await page.getByRole('link', { name: 'Files', exact: true }).first().click()
  await expect(page.getByRole('button', { name: /^Preview walk.through/i })).toBeVisible()
  expect(browserErrors).toEqual([])

  await reopen(page)
  await expect(dock(page)).toHaveCount(0)
})

test('a file that cannot be uploaded is listed with the reason, also to an agent whose subscription has lapsed', async ({
  app,
  context,
}) => {
  const agent = await createAgent(app.db)
  const { page } = await openPortal(context, app, agent.email, '/portal/files')
  const folder = await temporaryFolder()
  const [program, disguise, empty] = ['setup.exe', 'LIM.pdf', 'nothing.pdf'].map((name) => join(folder, name))
  await writeFile(String(program), 'MZ')
  await writeFile(String(disguise), '<!doctype html><script>alert(1)</script>')
  await writeFile(String(empty), '')
  await choose(page, 'Upload files', String(program), String(disguise), String(empty))

  await expect(dock(page)).toContainText('3 files couldn’t be uploaded')
  await expect(dock(page)).toContainText('We can’t accept this file type. Upload a PDF')
  await expect(dock(page)).toContainText('This file is empty.')
  await expect(dock(page).getByRole('listitem').filter({ hasText: 'LIM.pdf' })).toContainText('PDF')
  await expectAccessible(page, { dark: true, part: dock(page) })
  for (const name of ['setup.exe', 'LIM.pdf', 'nothing.pdf'])
    await dock(page)
      .getByRole('button', { name: `Dismiss ${name}` })
      .click()
  await expect(dock(page)).toHaveCount(0)

  await setSubscription(app.db, agent.id, false, { status: 'canceled' })
  const path = join(folder, 'Rates.pdf')
  await writeFile(path, textPdf(['Rates']))
  await choose(page, 'Upload files', path)

  await expect(dock(page)).toContainText('Your subscription is not active')
  await expect(dock(page).getByRole('link', { name: 'Go to billing' })).toBeVisible()
  await setSubscription(app.db, agent.id, true, { status: 'active' })
  await dock(page).getByRole('button', { name: 'Try again: Rates.pdf' }).click()
  await expect(dock(page)).toContainText('1 file uploaded')
})

import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { createAgent } from '../../test/fixtures/agents.ts'
import { anyDescriptions } from '../../test/fixtures/content/descriptions.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { isLong } from '../../test/support/longRun.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'

test.describe.configure({ timeout: 180_000 })

const HOSTILE = `</title></script><script>alert(1)</script><img src=x onerror=alert(2)>"'\`{{7*7}}`
const DOCUMENTS = isLong ? 10_000 : 500
const PER_LISTING = 500

async function watch(page: Page) {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  return { dialogs, browserErrors: await collectBrowserErrors(page) }
}

/** Without what PostgreSQL cannot store: NUL and lone surrogates. */
const stored = (description: unknown) =>
  JSON.parse((JSON.stringify(description) ?? 'null').replace(/\\u0000|\\ud[89a-f]../gi, ''))

test('threat 26: no text of a listing runs as script on any page that shows it', async ({ context, app }) => {
  const agent = await createAgent(app.db)
  const description = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: HOSTILE }] }] }
  const listing = await createPublishedListing(app.db, {
    title: HOSTILE,
    subtitle: HOSTILE,
    description,
    agent,
  })
  const { page } = await enterPortal(context, app, agent.email)
  const { dialogs, browserErrors } = await watch(page)
  for (const path of [
    `/listings/${listing.slug}`,
    '/portal/listings',
    `/portal/listings/${listing.id}`,
    '/portal/files',
  ]) {
    await open(page, path)
    expect(await page.evaluate(() => document.querySelectorAll('img[onerror], img[src="x"]').length)).toBe(0)
  }
  await open(page, `/listings/${listing.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE)
  await expect(page).toHaveTitle(/alert\(1\)/)
  expect(dialogs).toEqual([])
  expect(browserErrors).toEqual([])
})

test(`threat 26: ${DOCUMENTS} generated descriptions, stored without validation, run nothing`, async ({
  page,
  app,
}) => {
  const { dialogs, browserErrors } = await watch(page)
  const descriptions = fc.sample(anyDescriptions, { numRuns: DOCUMENTS, seed: 26 })
  for (let start = 0; start < DOCUMENTS; start += PER_LISTING) {
    const content = descriptions.slice(start, start + PER_LISTING).flatMap((one) => stored(one)?.content ?? [])
    const { slug } = await createPublishedListing(app.db, { description: { type: 'doc', content } })
    await open(page, `/listings/${slug}`)
    const risky = await page.evaluate(() => {
      const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href') ?? '')
      const bad = links.filter((href) => !/^(https?:|mailto:|tel:|\/)/.test(href))
      return [...bad, ...[...document.querySelectorAll('main :is(script, iframe, img, svg[onload])')].map(String)]
    })
    expect(risky.filter((found) => !found.includes('SVG'))).toEqual([])
  }
  expect(dialogs).toEqual([])
  expect(browserErrors).toEqual([])
})

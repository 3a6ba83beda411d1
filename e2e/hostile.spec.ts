import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { createAgent } from '../test/fixtures/agents.ts'
import { anyDescriptions } from '../test/fixtures/content/descriptions.ts'
import { createPublishedListing } from '../test/fixtures/listings.ts'
import { isLong } from '../test/support/longRun.ts'
import { expect, test } from './support/app.ts'
import { collectBrowserErrors } from './support/browserErrors.ts'
import { open } from './support/open.ts'
import { enterPortal } from './support/portal.ts'

test.describe.configure({ timeout: 180_000 })

const HOSTILE = `</title></script><script>alert(1)</script><img src=x onerror=alert(2)>"'\`{{7*7}}`
const DOCUMENTS = isLong ? 10_000 : 1_000
const PER_LISTING = 500

async function watch(page: Page) {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  return { dialogs, complaints: await collectBrowserErrors(page) }
}

/** As PostgreSQL can store it: no NUL, no half of a character. */
const stored = (description: unknown) =>
  JSON.parse((JSON.stringify(description) ?? 'null').replace(/\\u0000|\\ud[89a-f]../gi, ''))

test('threat 26: nothing that stands in a listing is ever run, on no page that shows it', async ({ context, app }) => {
  const agent = await createAgent(app.db)
  const words = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: HOSTILE }] }] }
  const home = await createPublishedListing(app.db, {
    title: HOSTILE,
    subtitle: HOSTILE,
    description: words,
    agent,
  })
  const { page } = await enterPortal(context, app, agent.email)
  const { dialogs, complaints } = await watch(page)
  for (const path of [`/listings/${home.slug}`, '/portal/listings', `/portal/listings/${home.id}`, '/portal/files']) {
    await open(page, path)
    expect(await page.evaluate(() => document.querySelectorAll('img[onerror], img[src="x"]').length)).toBe(0)
  }
  await open(page, `/listings/${home.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE)
  await expect(page).toHaveTitle(/alert\(1\)/)
  expect(dialogs).toEqual([])
  expect(complaints).toEqual([])
})

test(`threat 26: ${DOCUMENTS} made-up descriptions, stored without any check, run nothing either`, async ({
  page,
  app,
}) => {
  const { dialogs, complaints } = await watch(page)
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
  expect(complaints).toEqual([])
})

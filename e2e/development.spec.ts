import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { isProcessAlive } from '../src/platform/process/isProcessAlive.server.ts'
import { demoSignIn } from '../src/seed/demoAgent.ts'
import { demoExampleSlug } from '../src/seed/demoListings.ts'
import { textPdf } from '../test/fixtures/content/pdf.ts'
import { isLong } from '../test/support/longRun.ts'
import { withData } from '../test/support/processes/appData.ts'
import { collectBrowserErrors } from './support/browserErrors.ts'
import { startDevelopmentApp } from './support/developmentApp.ts'
import { untilHydrated } from './support/open.ts'
import { createReadingBuyer } from './support/readingBuyer.ts'
import { fillIn } from './support/signIn.ts'

/** A component and where to add text to it; a CSS module and one of its classes; an element with that class and one of its styles. */
interface Sample {
  component: readonly [path: string, before: string]
  styles: readonly [path: string, className: string]
  element: string
  style: readonly [property: string, value: string]
}

const taskCard: Sample = {
  component: ['src/ui/layout/TaskLayout.tsx', '</Title>'],
  styles: ['src/ui/layout/TaskLayout.module.css', '.card'],
  element: 'main section',
  style: ['max-width', '440px'],
}
const pages: [path: string, sample: Sample][] = [
  [
    '/',
    {
      component: ['src/marketing/pages/HomePage.tsx', '<Steps />'],
      styles: ['src/marketing/pages/HomePage.module.css', '.steps'],
      element: 'main ol',
      style: ['display', 'grid'],
    },
  ],
  [
    `/listings/${demoExampleSlug}`,
    {
      component: ['src/features/listings/public/PublicListingPage.tsx', '</h1>'],
      styles: ['src/features/listings/public/PublicListingPage.module.css', '.page'],
      element: 'article',
      style: ['padding-bottom', '48px'],
    },
  ],
  // The portal is reached through the first of them.
  ...(isLong ? ['/login', '/reset-password', '/thank-you/cs_unknown'] : []).map((path): [string, Sample] => [
    path,
    taskCard,
  ]),
]
const portal: Sample = {
  component: ['src/features/accounts/portal/Greeting.tsx', '</Text>'],
  styles: ['src/ui/portal/PortalLayout.module.css', '.bar'],
  element: 'header',
  style: ['position', 'sticky'],
}
const reader: Sample = {
  component: ['src/features/files/reader/ReaderFrame.tsx', '</h2>'],
  styles: ['src/features/files/reader/Reader.module.css', '.viewer'],
  element: 'dialog',
  style: ['position', 'fixed'],
}

/** The checkout does not exist, and a slow page may use a preloaded font too late. */
const EXPECTED_ERRORS = /status of 404|preloaded using link preload/

/** Vite transforms each module on first request, pdf.js and its worker included. That takes minutes on a very busy machine. */
const FIRST_TIME_TIMEOUT_MS = 120_000
test.setTimeout(600_000)
test.use({ viewport: { width: 390, height: 844 } })

test('npm run dev shows every kind of page with its styles, and shows source changes without a reload', async ({
  browser,
}) => {
  const { app, edit, append } = await startDevelopmentApp()
  try {
    const context = await browser.newContext({ baseURL: app.url })
    const page = await context.newPage()
    const browserErrors = await collectBrowserErrors(page)
    const withoutScripts = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
    const firstPaint = await withoutScripts.newPage()
    let edits = 0

    /** Changes a component and its styles, and expects the open page to show both and to keep its state. */
    async function expectHotReload({ component, styles, element }: Sample) {
      edits++
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      edit(component[0], component[1], `Edit ${edits} ${component[1]}`)
      await expect(page.getByText(`Edit ${edits}`)).toBeVisible({ timeout: FIRST_TIME_TIMEOUT_MS })
      append(styles[0], `\n${styles[1]} { outline: 5px solid rgb(0, 0, ${edits}); }`)
      await expect(page.locator(element).first()).toHaveCSS('outline-color', `rgb(0, 0, ${edits})`)
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    }

    const expectNoErrors = () => expect(browserErrors.filter((line) => !EXPECTED_ERRORS.test(line))).toEqual([])

    for (const [path, sample] of pages)
      await test.step(path, async () => {
        await firstPaint.goto(path)
        await expect(firstPaint.locator(sample.element).first()).toHaveCSS(...sample.style)
        await openAwake(page, path)
        await expect(page.locator(sample.element).first()).toHaveCSS(...sample.style)
        expectNoErrors()
        await expectHotReload(sample)
        // A component that was not hydrated when its source changed differs from the server's HTML.
        browserErrors.length = 0
      })

    await test.step('the portal', async () => {
      await openAwake(page, '/login')
      await fillIn(page, demoSignIn.email, demoSignIn.password)
      await page.waitForURL('**/portal')
      await untilHydrated(page)
      await expect(page.locator(portal.element)).toHaveCSS(...portal.style)
      await withoutScripts.addCookies(await context.cookies())
      await firstPaint.goto('/portal')
      await expect(firstPaint.locator(portal.element)).toHaveCSS(...portal.style)
      expectNoErrors()
      await expectHotReload(portal)
    })

    await test.step('a document in the reader', async () => {
      const { listing } = await createReadingBuyer(await withData(app), context, [
        { name: 'Record of title', content: textPdf(['Title']) },
      ])
      await openAwake(page, `/listings/${listing.slug}`)
      // The development server prepares what the reader needs when it is first opened, and may then reload the page.
      await expect(async () => {
        if (!(await page.locator('dialog').isVisible()))
          await page.getByRole('button', { name: 'Record of title' }).click()
        await expect(page.locator('dialog canvas')).toBeVisible({ timeout: 20_000 })
      }).toPass({ timeout: FIRST_TIME_TIMEOUT_MS })
      await expect(page.locator(reader.element)).toHaveCSS(...reader.style)
      expectNoErrors()
      await expectHotReload(reader)
    })

    await test.step('the script of the API reference, which only a build emits', async () => {
      const source = await (await fetch(`${app.url}/src/marketing/developers/ApiReference.tsx`)).text()
      const [, script = ''] = /"API_REFERENCE_SCRIPT": "([^"]+)"/.exec(source) ?? []
      const answer = await fetch(app.url + script)
      expect(answer.headers.get('content-type')).toBe('text/javascript')
      expect(await answer.text()).toContain('createApiReference')
    })

    await test.step('the server uses changed sources at the next request', async () => {
      edit('src/marketing/crawlerFiles.ts', 'User-agent', 'Edited: yes\nUser-agent')
      await expect.poll(async () => (await fetch(`${app.url}/robots.txt`)).text()).toContain('Edited: yes')
    })

    const database = Number(readFileSync(join(app.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    await app.stop()
    await expect.poll(() => isProcessAlive(database)).toBe(false)
  } finally {
    await app.stop()
  }
})

async function openAwake(page: Page, path: string) {
  await page.goto(path)
  await untilHydrated(page)
}

import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { controlCalls } from '../support/calls.ts'
import { shiftSoFar, watchShifts } from '../support/layoutShifts.ts'
import { createAgentWithLongContent } from '../support/longContent.ts'
import { followAddress } from '../support/open.ts'
import { openPortal } from '../support/portal.ts'

/** Each page with content that is visible once it has loaded. */
const pages = [
  { path: '/portal', content: (page: Page) => page.getByRole('list', { name: 'Most-viewed listings' }) },
  { path: '/portal/listings', content: (page: Page) => page.getByRole('button', { name: /^Actions for/ }).first() },
  { path: '/portal/leads', content: (page: Page) => page.getByRole('link', { name: 'Mere Walker' }) },
  { path: '/portal/files', content: (page: Page) => page.getByRole('button', { name: 'Preview LIM report' }) },
  { path: '/portal/analytics', content: (page: Page) => page.getByRole('cell', { name: 'Mere Walker' }).first() },
]
const nowhere = '/portal/no-such-page'
const outline = (page: Page) => page.getByRole('status', { name: /^Loading/ }).first()

test('every portal page offers a retry on failure, loads without layout shift and fits narrow screens', async ({
  app,
  context,
}) => {
  const { page } = await openPortal(context, app, (await createAgentWithLongContent(app)).email, '/portal/settings')
  const calls = await controlCalls(page)

  for (const { path, content } of pages)
    await test.step(path, async () => {
      calls.fail()
      await followAddress(page, path)
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()

      await followAddress(page, nowhere)
      await expect(page.getByRole('heading', { name: 'Not found!' })).toBeVisible()
      calls.hold()
      await followAddress(page, path)
      await expect(outline(page)).toBeVisible()
      await page.evaluate(watchShifts)
      calls.release()
      await expect(content(page)).toBeVisible()
      await expect(outline(page)).toHaveCount(0)
      expect.soft(await page.evaluate(shiftSoFar), path).toBeLessThan(0.05)

      await page.setViewportSize({ width: 390, height: 900 })
      expect.soft(await page.evaluate(tooSmall), path).toEqual([])
      // 720 is a laptop at 200% zoom, 320 a phone with the largest text size.
      for (const width of [320, 720]) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await followAddress(page, nowhere)
    })
})

/** Touch targets less than 44 pixels high or wide, including their surrounding touch area. */
function tooSmall() {
  const reach = (part: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    const label = hit?.closest('label')
    return hit !== null && (part.contains(hit) || (label instanceof HTMLLabelElement && label.control === part))
  }
  return [...document.querySelectorAll('main button, main select, main input, header button, header a, nav a')].flatMap(
    (part) => {
      part.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = part.getBoundingClientRect()
      const [across, down] = [x + width / 2, y + height / 2]
      if (!part.checkVisibility() || width < 2 || !reach(part, across, down)) return []
      const half = 21
      const isTall = height >= 44 || (reach(part, across, down - half) && reach(part, across, down + half))
      const isWide = width >= 44 || (reach(part, across - half, down) && reach(part, across + half, down))
      return isTall && isWide ? [] : [`${part.outerHTML.slice(0, 160)} ${width} × ${height}`]
    },
  )
}

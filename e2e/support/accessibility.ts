import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isLong } from '../../test/support/longRun.ts'
import { expect } from './app.ts'

/**
 * Fit for everybody, on phone and laptop, in the state that the page is in. Nothing is wider than the screen on both; the
 * reading of the whole page, which is slow, is done at both widths in the long run and once for each state otherwise.
 */
export async function expectAccessible(page: Page, { both = isLong } = {}) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // What floats finds its place a moment after the width has changed.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (width === 1440 || both) await expectNoViolations(page)
  }
}

/** The same reading at the width that the page has now. */
export async function expectNoViolations(page: Page) {
  await page.evaluate(restOfMotion)
  const { violations } = await axe(page).analyze()
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => [html, any[0]?.message])])).toEqual([])
}

/** No page of ours has frames of others, so the reading needs no page of its own to put its parts together. */
export const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

/** What is half faded in has half its contrast. What turns for ever is not waited for. */
const restOfMotion = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished.then(() => true).catch(() => false)),
  ).then(() => undefined)

import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isLong } from '../../test/support/longRun.ts'
import { expect } from './app.ts'

/**
 * Checks the page in its current state: it fits the width of a phone and of a laptop, and axe finds no violations. axe is
 * slow, so it runs at both widths in the long test run only, and at one width otherwise.
 */
export async function expectAccessible(page: Page, { both = isLong } = {}) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // Floating elements are positioned a moment after the width has changed.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (width === 1440 || both) await expectNoViolations(page)
  }
}

/** Runs axe at the current width. */
export async function expectNoViolations(page: Page) {
  await page.evaluate(restOfMotion)
  const { violations } = await axe(page).analyze()
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => [html, any[0]?.message])])).toEqual([])
}

/** Our pages have no frames from other origins, so axe's legacy mode, which opens no second page, is enough. */
export const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

/** Waits for transitions, because a half faded-in element has too little contrast. Endless animations are skipped. */
const restOfMotion = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished.then(() => true).catch(() => false)),
  ).then(() => undefined)

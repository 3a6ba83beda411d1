import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { isLong } from '../../test/support/longRun.ts'
import { expect } from './app.ts'

declare const axe: typeof axeCore

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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

/** Runs axe at the current width. A document gets its script once: it is large, and a page is checked in several states. */
export async function expectNoViolations(page: Page) {
  await page.evaluate(restOfMotion)
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript)
  const violations = await page.evaluate(async () => {
    const { violations } = await axe.run({ resultTypes: ['violations'], selectors: false })
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => [html, any[0]?.message])])
  })
  expect(violations).toEqual([])
}

/** Waits for transitions, because a half faded-in element has too little contrast. Endless animations are skipped. */
const restOfMotion = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished.then(() => true).catch(() => false)),
  ).then(() => undefined)

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { isLong } from '../../test/support/longRun.ts'
import { expect } from './app.ts'

declare const axe: typeof axeCore

interface Options {
  both?: boolean
  dark?: boolean
  part?: Locator
}

/** The rows of a long list are alike, and axe takes a second for fifty of them. The long test run checks them all. */
const FURTHER_ROWS = ['tbody > tr:nth-child(n + 11)', 'li:nth-child(n + 11)']

/** Drawn by a library: the reference on the page for developers is a `main` of its own, which becomes a region of ours. */
const OTHERS_MARKUP = ['.scalar-app']

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Checks the page in its current state: it fits the width of a phone and of a laptop, and axe finds no violations. axe is
 * slow, so it runs at both widths in the long test run only, and at one width otherwise. `dark` also checks the contrast in the dark,
 * which only pages of the portal can be. `part` is what is new in this state of a page that urls.spec.ts checks as a whole: only the long
 * test run looks at the rest again.
 */
export async function expectAccessible(page: Page, { both = isLong, dark = isLong, part }: Options = {}) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // Floating elements are positioned a moment after the width has changed.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (width === 1440 || both) await expectNoViolations(page, { part })
  }
  if (dark && new URL(page.url()).pathname.startsWith('/portal')) await expectContrastInTheDark(page, part)
}

/** Only the colours differ in the dark, so axe checks only those. */
async function expectContrastInTheDark(page: Page, part?: Locator) {
  const setAppearance = (appearance: string) =>
    page.evaluate((name) => document.documentElement.setAttribute('data-appearance', name), appearance)
  await setAppearance('dark')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(17, 23, 22)')
  await expectNoViolations(page, { part, rules: ['color-contrast'] })
  await setAppearance('light')
}

/**
 * Runs axe at the current width. A document gets its script once: it is large, and a page is checked in several states. The live preview
 * in the editor is left out, because tests of the public page check it. While a modal dialog is open, only the long test run checks the
 * page behind it, which cannot be reached and has been checked without the dialog.
 */
export async function expectNoViolations(page: Page, { rules, part }: { rules?: string[]; part?: Locator } = {}) {
  await page.evaluate(restOfMotion)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const violations = await (isLong || !part ? page.locator(':root') : part).evaluate(
    async (element, { runOnly, exclude, wholePage }) => {
      const isPart = wholePage || element !== document.documentElement
      const dialog = isPart ? undefined : [...document.querySelectorAll('[aria-modal=true], dialog:modal')].at(-1)
      // No rule that runs looks into the style sheets, which axe would load first.
      const preload = { assets: ['media'] }
      const options = { resultTypes: ['violations' as const], selectors: false, iframes: false, preload, runOnly }
      const { violations } = await axe.run({ include: dialog ?? element, exclude }, options)
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => [html, any[0]?.message])])
    },
    { runOnly: rules, exclude: [...(part ? [] : OTHERS_MARKUP), ...(isLong ? [] : FURTHER_ROWS)], wholePage: isLong },
  )
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

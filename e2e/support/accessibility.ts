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
 * Colours of texts on their backgrounds that axe has accepted in this worker. Contrast is more than half of axe's work, and most texts of
 * a page look like others: each combination is checked once. The long test run checks every text.
 */
const acceptedColours = new Set<string>()

/**
 * Runs axe at the current width. A document gets its script once: it is large, and a page is checked in several states. The live preview
 * in the editor is left out, because tests of the public page check it. While a modal dialog is open, only the long test run checks the
 * page behind it, which cannot be reached and has been checked without the dialog.
 */
export async function expectNoViolations(page: Page, { rules, part }: { rules?: string[]; part?: Locator } = {}) {
  await page.evaluate(restOfMotion)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const checked = isLong || !part ? page.locator(':root') : part
  const { violations, colours } = await checked.evaluate(runAxe, {
    ...{ runOnly: rules, excluded: isLong ? [] : FURTHER_ROWS, everything: isLong },
    accepted: [...acceptedColours],
  })
  expect(violations).toEqual([])
  for (const combination of colours) acceptedColours.add(combination)
}

interface AxeOptions {
  runOnly?: string[]
  excluded: string[]
  accepted: string[]
  everything: boolean
}

/** In the page. Returns the violations, and the combinations of colours that axe looked at. */
async function runAxe(root: Element, { runOnly, excluded, accepted, everything }: AxeOptions) {
  /** More than one, because axe cannot judge a text that something covers. */
  const TEXTS_OF_EACH = 3
  const isPart = everything || root !== document.documentElement
  const dialog = isPart ? undefined : [...document.querySelectorAll('[aria-modal=true], dialog:modal')].at(-1)
  const include = dialog ?? root
  const known = new Set(accepted)
  const colours = new Map<string, number>()
  if (!everything) for (const element of [include, ...include.querySelectorAll('*')]) markIfNew(element)
  axe.configure({ rules: [{ id: 'color-contrast', selector: everything ? '*' : '[data-new-colours]' }] })
  const { violations } = await axe.run(
    { include, exclude: excluded },
    { resultTypes: ['violations'], selectors: false, iframes: false, runOnly },
  )
  for (const element of document.querySelectorAll('[data-new-colours]')) element.removeAttribute('data-new-colours')
  return {
    violations: violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => [html, any[0]?.message])]),
    colours: [...colours.keys()],
  }

  /** Marks the texts that the rule looks at. Fields are always among them: what they show is not in the document. */
  function markIfNew(element: Element) {
    const isField = element.matches('input, select, textarea')
    if (!isField && !hasVisibleText(element)) return
    if (excluded.some((selector) => element.closest(selector))) return
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const combination = [color, fontSize, fontWeight, textShadow, ...backgrounds(element)].join('|')
    const count = colours.get(combination) ?? 0
    if (!isField && (count === TEXTS_OF_EACH || known.has(combination))) return
    element.setAttribute('data-new-colours', '')
    if (!isField) colours.set(combination, count + 1)
  }

  function hasVisibleText(element: Element) {
    const isText = ({ nodeType, nodeValue }: Node) => nodeType === Node.TEXT_NODE && nodeValue?.trim()
    return Array.from(element.childNodes).some(isText) && element.checkVisibility({ visibilityProperty: true })
  }

  /** What can be seen of an element and its ancestors behind a text. */
  function backgrounds(element: Element | null): string[] {
    if (!element) return []
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ')
    const rest = backgrounds(element.parentElement)
    return own === 'rgba(0, 0, 0, 0) none 1 none normal' ? rest : [own, ...rest]
  }
}

/** Waits for transitions, because a half faded-in element has too little contrast. Endless animations are skipped. */
const restOfMotion = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished.then(() => true).catch(() => false)),
  ).then(() => undefined)

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { isLong } from '../../test/support/longRun.ts'
import { expect } from './app.ts'

declare const axe: typeof axeCore

declare global {
  interface Window {
    describedElements?: Element[]
  }
}

interface Options {
  both?: boolean
  dark?: boolean
  part?: Locator
}

/** Drawn by a library: the reference on the page for developers is a `main` of its own, which becomes a region of ours. */
const OTHERS_MARKUP = ['.scalar-app']

/** Smaller ones are checked again with the element around them: a long list of exceptions slows axe down. */
const MIN_ELEMENTS_TO_REMEMBER = 4

/** What this worker has checked: elements by what they consist of and what is around them (`describeElements`). */
const checked = new Set<string>()

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
 * in the editor is left out, because tests of the public page check it. Only the long test run checks everything each time: otherwise the
 * page behind a modal dialog is left out, and so is what looks like something that has passed, such as the menu of each page and the
 * second row of a list.
 */
export async function expectNoViolations(page: Page, { rules, part }: { rules?: string[]; part?: Locator } = {}) {
  await page.evaluate(restOfMotion)
  const root = isLong || !part ? page.locator(':root') : part
  const context = await root.evaluateHandle((element, wholePage) => {
    const isPart = wholePage || element !== document.documentElement
    return (!isPart && [...document.querySelectorAll('[aria-modal=true], dialog:modal')].at(-1)) || element
  }, isLong)
  const keys = isLong ? [] : await context.evaluate(describeElements, { rules, minSize: MIN_ELEMENTS_TO_REMEMBER })
  const known = keys.map((key, at) => checked.has(key) || keys.indexOf(key) < at)
  if (known[0]) return
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const violations = await context.evaluate(
    async (element, { runOnly, others, known }) => {
      let last: Element | undefined
      const isOutermost = (checked: Element, at: number) => {
        if (!known[at] || last?.contains(checked)) return false
        last = checked
        return true
      }
      const exclude = [...others, ...(window.describedElements ?? []).filter(isOutermost)]
      // No rule that runs looks into the style sheets, which axe would load first.
      const preload = { assets: ['media'] }
      const options = { resultTypes: ['violations' as const], selectors: false, iframes: false, preload, runOnly }
      const { violations } = await axe.run({ include: element, exclude }, options)
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => [html, any[0]?.message])])
    },
    { runOnly: rules, others: part ? [] : OTHERS_MARKUP, known },
  )
  expect(violations).toEqual([])
  for (const key of keys) checked.add(key)
}

/**
 * A key for each element inside `root` with at least `minSize` elements in it, itself included, the root first: what it and everything in it are, and what the
 * elements around it are. Words, numbers and addresses don't count, but whether there are any does.
 */
function describeElements(root: Element, { rules, minSize }: { rules?: string[]; minSize: number }) {
  const REFERENCES =
    /^(id|for|href|src|srcset|value|d|points|datetime|download|name|transform|aria-(labelledby|describedby|controls|owns|activedescendant))$/
  const hash = (text: string) => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      a = Math.imul(a ^ text.charCodeAt(at), 2654435761)
      b = Math.imul(b ^ text.charCodeAt(at), 1597334677)
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36)
  }
  const outside = (element: Element) =>
    [
      element.tagName,
      ...Array.from(
        element.attributes,
        ({ name, value }) => `${name}=${REFERENCES.test(name) ? !!value : value.replace(/__m__-\S+/, '')}`,
      ),
    ].join(' ')
  const described = new Map<Element, { inside: string; size: number }>()
  const look = (element: Element): { inside: string; size: number } => {
    let [text, size] = [outside(element), 1]
    for (const child of element.childNodes)
      if (child instanceof Element) {
        const found = look(child)
        text += `<${found.inside}>`
        size += found.size
      } else if (child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim()) text += ' text'
    const found = { inside: hash(text), size }
    described.set(element, found)
    return found
  }
  look(root)
  let around = `${innerWidth} ${rules}`
  for (let above = root.parentElement; above; above = above.parentElement) around += outside(above)
  const elements: Element[] = []
  const keys: string[] = []
  const collect = (element: Element, around: string) => {
    const found = described.get(element)
    if (!found || (found.size < minSize && element !== root)) return
    elements.push(element)
    keys.push(hash(around + found.inside))
    const inside = hash(around + outside(element))
    for (const child of element.children) collect(child, inside)
  }
  collect(root, hash(around))
  window.describedElements = elements
  return keys
}

/** Waits for transitions, because a half faded-in element has too little contrast. Endless animations are skipped. */
const restOfMotion = () =>
  Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished.then(() => true).catch(() => false)),
  ).then(() => undefined)

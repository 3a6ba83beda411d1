import type { Page } from '@playwright/test'

/** The links and buttons on the screen that are filled with the accent colour. One is the primary action; two compete. */
export async function filledActions(page: Page) {
  // A button under the pointer has another colour.
  await page.mouse.move(0, 0)
  return page.evaluate(() => {
    const isFilled = (element: Element) =>
      element.matches(':not(:disabled, [data-disabled])') &&
      element.checkVisibility() &&
      getComputedStyle(element).backgroundColor === 'rgb(8, 127, 91)'
    return [...document.querySelectorAll<HTMLElement>('a:not([href="#content"]), button')]
      .filter(isFilled)
      .map((element) => element.innerText || element.ariaLabel)
  })
}

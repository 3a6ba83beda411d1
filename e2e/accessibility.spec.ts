import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/accessibility.ts'
import { expect, test } from './support/app.ts'

/** The checks themselves: a text in colours that were accepted before is not checked again. */
const show = (page: Page, main: string) =>
  page.setContent(`<!doctype html><html lang="en"><title>Texts</title><main><h1>Texts</h1>${main}</main></html>`)

const listed = (page: Page) => expectNoViolations(page).then(() => '', String)

test('a text with too little contrast is found behind others, in colours that are good elsewhere, and every time', async ({
  page,
}) => {
  const grey = 'style="color: #767676"'
  const good = `<p ${grey}>Good</p>`.repeat(20)
  await show(page, good)
  await expectNoViolations(page)
  for (let times = 0; times < 2; times++) {
    await show(page, `${good}<div style="background: #ccc"><p ${grey}>Too pale</p></div>`)
    expect(await listed(page)).toContain('Too pale')
  }
  await show(page, `${good}<p style="color: #999">Too light</p>`)
  expect(await listed(page)).toContain('Too light')
  await show(page, `<div style="opacity: 0.7">${good}</div>`)
  expect(await listed(page)).toContain('Good')
})

import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { open } from '../../e2e/support/open.ts'
import { fillIn } from '../../e2e/support/signIn.ts'
import { demoSignIn } from '../../src/seed/demoAgent.ts'
import { laptop, settled } from './devices.ts'
import { keepPicture } from './keepPicture.ts'

/** Screenshots of the portal: what the listing's agent sees. */
export async function takeAgentScreenshots(browser: Browser) {
  const context = await laptop(browser)
  const page = await context.newPage()
  await open(page, '/login')
  await fillIn(page, demoSignIn.email, demoSignIn.password)
  await page.waitForURL('**/portal')
  await addPhoto(page)

  await take(page, 'dashboard', '/portal')
  await take(page, 'analytics', '/portal/analytics')
  await openEditor(page)
  keepPicture('editor', 'laptop', await page.screenshot())
  await openLead(page)
  keepPicture('lead', 'sheet', await page.getByRole('dialog').screenshot())
  await context.close()
}

/** Without a photo the dashboard asks for one. It is a drawing, because the agent is invented. */
async function addPhoto(page: Page) {
  const portrait = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#c3e8dc"/>
    <circle cx="50" cy="40" r="18" fill="#087f5b"/><path d="M14 100a36 36 0 0 1 72 0z" fill="#087f5b"/></svg>`
  const buffer = await sharp(Buffer.from(portrait), { density: 600 }).png().toBuffer()
  await open(page, '/portal/settings')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a photo' }).click()
  await (await chooser).setFiles([{ name: 'portrait.png', mimeType: 'image/png', buffer }])
  await page.getByRole('button', { name: 'Add a photo' }).waitFor({ state: 'detached' })
}

async function take(page: Page, name: string, path: string) {
  await open(page, path)
  await settled(page)
  keepPicture(name, 'laptop', await page.screenshot())
}

/** Scrolled to the end of the photos and the start of the documents. */
async function openEditor(page: Page) {
  await open(page, '/portal/listings')
  await page
    .getByRole('link', { name: /Kōwhai/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Documents' }).waitFor()
  await settled(page)
  await page.getByRole('heading', { name: 'Photos' }).evaluate((heading) => {
    heading.style.scrollMarginTop = '150px'
    heading.scrollIntoView()
  })
  await settled(page)
}

/** The lead who has opened the most documents, so that the timeline is full. */
async function openLead(page: Page) {
  await open(page, '/portal/leads')
  const rows = page.getByRole('rowheader')
  await rows.first().waitFor()
  const opened = (await rows.allTextContents()).map((words) => Number(/Opened (\d+)/.exec(words)?.[1] ?? 0))
  await rows
    .nth(opened.indexOf(Math.max(...opened)))
    .getByRole('link')
    .click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Activity' }).waitFor()
  await settled(page)
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import PostalMime from 'postal-mime'
import { demoSignIn } from '../../src/seed/demoAgent.ts'
import { eventually } from '../../test/support/eventually.ts'
import type { RunningApp } from '../../test/support/processes/app.ts'
import { laptop } from './devices.ts'
import { keepPicture } from './keepPicture.ts'

/** A screenshot of the email that the agent gets about a new lead. */
export async function takeEmailScreenshot(browser: Browser, { dataDir }: RunningApp) {
  const mail = await eventually(() => findLeadEmail(join(dataDir, 'mail')))
  const context = await laptop(browser, { width: 480, height: 400 })
  const page = await context.newPage()
  await page.setContent(mail)
  keepPicture('mail', 'sheet', await page.screenshot({ fullPage: true }))
  await context.close()
}

async function findLeadEmail(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.eml')) continue
    const { to, subject, html } = await PostalMime.parse(await readFile(join(folder, name)))
    if (to?.[0]?.address === demoSignIn.email && subject?.startsWith('New lead')) return html
  }
  return undefined
}

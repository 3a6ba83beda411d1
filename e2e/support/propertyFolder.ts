import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { textPdf } from '../../test/fixtures/content/pdf.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'

/** File names as agents receive them. */
const DOCUMENTS = [
  'LIM_12-Rata-St_FINAL(2).pdf',
  'Record of Title WN12A-345.pdf',
  'building report v3.pdf',
  'Floor_plan.pdf',
  'Rates 2026.pdf',
  'Rental appraisal.pdf',
  'disclosure statement.pdf',
  'ADLS agreement for sale and purchase.pdf',
  'Meth test.pdf',
  'Healthy homes.pdf',
  'Body corp minutes.pdf',
  'Chattels list.pdf',
]

/** A folder like those on an agent's desktop, with a subfolder and with the system's hidden files. */
export async function propertyFolder({ documents = DOCUMENTS.length, photos = 8 } = {}) {
  const folder = join(await temporaryFolder(), 'Documents')
  await mkdir(join(folder, 'photos'), { recursive: true })
  for (const name of DOCUMENTS.slice(0, documents))
    await writeFile(join(folder, name), textPdf([name.replace(/[()]/g, ''), '12 Rata Street'], 3))
  for (let number = 1; number <= photos; number += 1)
    await writeFile(join(folder, 'photos', photoName(number)), await photo(number))
  await writeFile(join(folder, '.DS_Store'), 'litter')
  await writeFile(join(folder, 'Thumbs.db'), 'litter')
  return folder
}

const photoName = (number: number) => `house-${String(number).padStart(2, '0')}.jpg`

/** Each photo has a different colour. */
export const photo = (number: number) => {
  const sky = { r: 120 + number * 6, g: 170, b: 230 - number * 8 }
  const lawn = Buffer.from(`<svg width="900" height="600"><rect y="380" width="900" height="220" fill="#6a9a55"/>
    <path d="M250 380 V230 L450 120 L650 230 V380Z" fill="#f3ead9"/></svg>`)
  return sharp({ create: { width: 900, height: 600, channels: 3, background: sky } })
    .composite([{ input: lawn }])
    .jpeg()
    .toBuffer()
}

/** Drops files or folders on the page, as the operating system does. */
export async function dropOn(page: Page, ...paths: string[]) {
  const browser = await page.context().newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', {
      type,
      x: 600,
      y: 400,
      data: { items: [], files: paths, dragOperationsMask: 1 },
    })
  await drag('dragEnter')
  // A page that is not listening yet, or has not answered the last event, would ignore the drop.
  await expect(async () => {
    await drag('dragOver')
    await expect(page.getByText('Drop files or folders anywhere')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await drag('drop')
  await browser.detach()
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { asPage, type Paper, PRINTED } from './paper.ts'
import { scan } from './scan.ts'

/** A browser that prints pages. `CHROMIUM` names one other than Playwright's own. */
export async function openPrinter() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  const folder = await mkdtemp(join(tmpdir(), 'demo-documents-'))

  return {
    async print(paper: Paper, path: string) {
      // From a file, because only such a page may load our fonts.
      const source = join(folder, 'paper.html')
      await writeFile(source, asPage(paper))
      await page.goto(pathToFileURL(source).href)
      // The margins ask for fonts that the text may not use.
      await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())).then(() => undefined))
      if (paper.isScan) return scan(page, paper, path)
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
      await writeFile(path, withoutClock(pdf))
    },

    async close() {
      await browser.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** With a fixed date of the same length, so that printing again changes only what has changed. */
const withoutClock = (pdf: Buffer) =>
  Buffer.from(pdf.toString('latin1').replaceAll(/(Date \(D:)\d{14}/g, `$1${PRINTED.replace(/\D/g, '')}`), 'latin1')

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { runnerImport } from 'vite'
import { open } from '../../e2e/support/open.ts'
import { indexPage, type Picture } from './indexPage.ts'
import { portalScreens } from './portalScreens.ts'
import { publicScreens } from './publicScreens.ts'
import { type Screen, type Width, widths } from './screen.ts'
import { type Stage, setStage } from './stage.ts'
import { stateScreens } from './stateScreens.ts'

const FOLDER = join(import.meta.dirname, '../../screenshots')
/** For each screen. One that cannot be reached is skipped and named at the end. */
const TIMEOUT_MS = 30_000
const LANES = 2
const [wanted = ''] = process.argv.slice(2)

const isWanted = ({ name }: { name: string }) => name.includes(wanted)
const screens = [...publicScreens, ...portalScreens, ...stateScreens].filter(isWanted)
const { module: emails } = await runnerImport<typeof import('./emails.ts')>(join(import.meta.dirname, 'emails.ts'))
const letters = emails.renderedEmails.filter(isWanted)
const failures: string[] = []
const pictures: Picture[] = []

if (!wanted) await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_SHELL || undefined,
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
const stage = await setStage()
try {
  const shots = [
    ...screens.flatMap((screen) =>
      widths
        .filter((width) => screen.only?.includes(width) ?? true)
        .map((width) => ({ name: screen.name, width, take: () => takeScreen(browser, stage, screen, width) })),
    ),
    ...letters.flatMap(({ name, html }) =>
      widths.map((width) => ({ name, width, take: () => takeEmail(browser, html, width) })),
    ),
  ]
  const queue = shots[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const shot of queue) await keep(shot)
    }),
  )
} finally {
  await browser.close()
  await stage.app.stop()
}
await writeFile(join(FOLDER, 'index.html'), indexPage(pictures))
for (const failure of failures) console.error(failure)
console.log(`${pictures.length} pictures in screenshots/index.html, ${failures.length} failed`)
process.exit(failures.length > 0 ? 1 : 0)

async function keep({ name, width, take }: { name: string; width: Width; take: () => Promise<Buffer> }) {
  const file = `${name.replace(/[^\w]+/g, '-')}.${width}.png`
  try {
    await writeFile(join(FOLDER, file), await take())
    pictures.push({ name, width, file })
  } catch (error) {
    failures.push(`${name} at ${width}: ${String(error).split('\n', 3).join(' ')}`)
  }
}

async function takeScreen(browser: Browser, stage: Stage, { viewer, path, reach }: Screen, width: Width) {
  const context = await browser.newContext({
    ...{ baseURL: stage.app.url, viewport: { width, height: 900 }, locale: 'en-NZ', reducedMotion: 'reduce' },
    storageState: stage.memory(viewer),
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  try {
    const page = await context.newPage()
    await open(page, typeof path === 'string' ? path : path(stage))
    await reach?.(page, stage)
    await settle(page)
    // Dialogs and menus are positioned in the viewport, so these pictures show only that.
    const floats = await page.locator('[role=dialog], dialog[open], [role=menu]').filter({ visible: true }).count()
    return await page.screenshot({ fullPage: floats === 0, animations: 'disabled' })
  } finally {
    await context.close()
  }
}

/** Waits until all images are loaded and animations have ended, except endless ones. */
async function settle(page: Page) {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  const isStill = () =>
    [...document.images].every(({ complete }) => complete) &&
    !document.querySelector('.mantine-Loader-root') &&
    document.getAnimations().every(({ playState }) => playState !== 'running')
  await page.waitForFunction(isStill, undefined, { timeout: 5_000 }).catch(() => {})
}

async function takeEmail(browser: Browser, html: string, width: Width) {
  const page = await browser.newPage({ viewport: { width, height: 700 } })
  await page.setContent(html)
  const picture = await page.screenshot({ fullPage: true })
  await page.close()
  return picture
}

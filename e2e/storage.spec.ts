import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import deployedCors from '../deploy/s3-cors.json' with { type: 'json' }
import { createStorage } from '../src/platform/storage/createStorage.server.ts'
import { type Download, PART_BYTES, type Storage } from '../src/platform/storage/storage.ts'
import { newStorageKey } from '../src/platform/storage/storageKeys.server.ts'
import { scanPdf } from '../test/fixtures/content/pdf.ts'
import { SMALLEST_MP4, SMALLEST_PDF, SMALLEST_PNG } from '../test/fixtures/content/smallestFiles.ts'
import { freePort, newDataFolder } from '../test/support/processes/app.ts'
import { startAppWithData } from '../test/support/processes/appData.ts'
import { startTestS3 } from '../test/support/servers/s3/server.ts'
import { expect, test } from './support/app.ts'
import { collectBrowserErrors } from './support/browserErrors.ts'
import { open } from './support/open.ts'
import { createReadingBuyer } from './support/readingBuyer.ts'

const NO_S3 = { S3_BUCKET: '', S3_ENDPOINT: '', S3_REGION: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }
/** `HTMLMediaElement.NETWORK_NO_SOURCE`: the file was loaded, but it is truncated. */
const NO_PLAYABLE_SOURCE = 3

/** The browser's built-in viewers must work in spite of the sandbox policy. */
test.describe('a file on disk', () => {
  const diskOf = (dataDir: string) => {
    const APP_SECRET = readFileSync(join(dataDir, 'secret'), 'utf8')
    return createStorage({ DATA_DIR: dataDir, APP_SECRET, ...NO_S3 })
  }

  test('is shown in its own tab if it is an image, a video or text', async ({ page, app }) => {
    const breaches: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|CORS policy/.test(message.text())) breaches.push(message.text())
    })
    const storage = await diskOf(app.dataDir)

    await page.goto(await store(storage, SMALLEST_PNG, 'image/png'))
    await expect.poll(() => page.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
    await page.goto(await store(storage, SMALLEST_MP4, 'video/mp4'))
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.networkState))
      .toBe(NO_PLAYABLE_SOURCE)
    await page.goto(await store(storage, Buffer.from('Kōwhai & more'), 'text/plain'))
    await expect(page.getByText('Kōwhai & more')).toBeVisible()
    expect(breaches).toEqual([])
  })

  test('is shown in a frame on one of our pages if it is a document', async ({ page, app }) => {
    const browserErrors = await collectBrowserErrors(page)
    const url = await store(await diskOf(app.dataDir), SMALLEST_PDF, 'application/pdf')
    await page.goto('/about')
    // A browser without a PDF viewer downloads it.
    let isSaved = false
    page.on('download', () => {
      isSaved = true
    })
    await showFrame(page, url)

    const isShown = () => page.frames().some((frame) => frame.url().startsWith('chrome-extension:'))
    await expect.poll(() => isShown() || isSaved).toBe(true)
    expect(browserErrors).toEqual([])
  })

  test('threat 38: is downloaded and runs nothing if it is a web page', async ({ page, app }) => {
    const html = Buffer.from('<script>document.title = "ran"</script>')
    const url = await store(await diskOf(app.dataDir), html, 'text/html')
    await page.goto('/about')
    const saved = page.waitForEvent('download')
    await showFrame(page, url)

    expect((await saved).suggestedFilename()).toBe('Kōwhai.file')
    await expect(page).not.toHaveTitle('ran')
  })

  test('threat 98: is no script, module, worker or style of our pages, whatever it says it is', async ({
    page,
    app,
  }) => {
    const storage = await diskOf(app.dataDir)
    const code = Buffer.from('self.postMessage?.("ran"); /* html { color: red } */')
    await page.goto('/about')
    const own = await page.evaluate(() => ({
      module: document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '',
      style: document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href ?? '',
    }))
    // Our own files are loaded in the same way, so the refusals below mean something.
    expect(await page.evaluate(loadAs, { kind: 'module', url: own.module })).toBe('loaded')
    expect(await page.evaluate(loadAs, { kind: 'style', url: own.style })).toBe('loaded')
    for (const type of ['text/javascript', 'application/javascript', 'text/css', 'text/plain', 'image/svg+xml']) {
      const url = await store(storage, code, type)
      for (const kind of ['script', 'module', 'worker', 'module worker', 'style'])
        expect(await page.evaluate(loadAs, { kind, url }), `${type} as ${kind}`).toBe('refused')
    }
  })

  test('is uploaded from one of our pages', async ({ page, app }) => {
    await page.goto('/about')
    await expectRoundTrip(page, await diskOf(app.dataDir), 1_500_000)
  })
})

/** The rule that operators apply to their bucket, for this origin. */
function deployedRule(origin: string) {
  const [rule] = deployedCors.CORSRules
  return rule && { ...rule, AllowedOrigins: [origin] }
}

test('our pages upload, download and show a file in S3 under the CORS rule in deploy', async ({ browser }) => {
  const port = await freePort()
  const s3 = await startTestS3(deployedRule(`http://localhost:${port}`))
  const dataDir = await newDataFolder()
  const app = await startAppWithData({ ...s3.env, PORT: String(port), DATA_DIR: dataDir })
  const APP_SECRET = readFileSync(join(dataDir, 'secret'), 'utf8')
  const page = await browser.newPage({ baseURL: app.url })
  try {
    const browserErrors = await collectBrowserErrors(page)
    const storage = await createStorage({ DATA_DIR: dataDir, APP_SECRET, ...s3.env })
    await page.goto('/about')
    await expectRoundTrip(page, storage, 1_500_000)
    await expectRoundTrip(page, storage, PART_BYTES + 10)

    const url = await store(storage, SMALLEST_PNG, 'image/png')
    const width = await page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return image.naturalWidth
    }, url)
    expect(width).toBe(1)
    await showFrame(page, await store(storage, Buffer.from('in a frame'), 'text/plain'))
    await expect(page.frameLocator('#shown').getByText('in a frame')).toBeVisible()

    const report = { name: 'Building report', content: await scanPdf(12, 100_000), pageCount: 12 }
    const { listing } = await createReadingBuyer(app, page.context(), [report], storage)
    await open(page, `/listings/${listing.slug}`)
    await page.getByRole('button', { name: 'Building report' }).click()
    await expect(page.locator('[data-page="1"] canvas')).toBeVisible()
    expect(browserErrors).toEqual([])
  } finally {
    await page.close()
    await app.stop()
    await s3.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

async function store(storage: Storage, content: Uint8Array, contentType: string) {
  const key = newStorageKey('documents')
  await storage.write(key, content, contentType)
  return storage.downloadUrl(asked(key, contentType))
}

const asked = (key: string, contentType: string): Download => ({
  key,
  name: 'Kōwhai.file',
  contentType,
  disposition: 'inline',
  expiresAt: new Date(Date.now() + 60_000),
})

/** Loads a file into the page as a trusted script of ours would. */
function loadAs({ kind, url }: { kind: string; url: string }) {
  return new Promise<'loaded' | 'refused'>((resolve) => {
    const watch = (part: HTMLElement) => {
      part.onload = () => resolve('loaded')
      part.onerror = () => resolve('refused')
      document.head.append(part)
    }
    if (kind.endsWith('worker')) {
      const worker = new Worker(url, { type: kind === 'worker' ? 'classic' : 'module' })
      worker.onmessage = () => resolve('loaded')
      worker.onerror = () => resolve('refused')
    } else if (kind === 'style') watch(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url }))
    else
      watch(
        Object.assign(document.createElement('script'), {
          src: url,
          type: kind === 'module' ? 'module' : '',
          async: true,
        }),
      )
  })
}

const showFrame = (page: Page, src: string) =>
  page.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.id = 'shown'
    frame.src = url
    document.body.append(frame)
  }, src)

/** The page uploads a file in parts and downloads some of it. */
async function expectRoundTrip(page: Page, storage: Storage, contentLength: number) {
  const begun = { key: newStorageKey('documents'), contentType: 'application/pdf', contentLength }
  const upload = { ...begun, ...(await storage.beginUpload(begun)) }
  const parts = await storage.partUrls({ ...upload, expiresAt: new Date(Date.now() + 60_000) })
  const statuses = await page.evaluate(
    ({ parts, size }) => {
      const file = new Blob([new Uint8Array(size).fill(7)])
      const send = ({ url, headers, offset, length }: (typeof parts)[number]) =>
        fetch(url, { method: 'PUT', headers, body: file.slice(offset, offset + length) })
      return Promise.all(parts.map(async (part) => (await send(part)).status))
    },
    { parts, size: contentLength },
  )
  expect(statuses).toEqual(parts.map(() => 200))
  await storage.finishUpload(upload)

  const fetched = await page.evaluate(
    async (url) => {
      const response = await fetch(url, { headers: { range: 'bytes=1000000-1000009' } })
      const bytes = [...new Uint8Array(await response.arrayBuffer())]
      return { status: response.status, range: response.headers.get('content-range'), bytes }
    },
    await storage.downloadUrl(asked(upload.key, 'application/pdf')),
  )
  const range = `bytes 1000000-1000009/${contentLength}`
  expect(fetched).toEqual({ status: 206, range, bytes: Array(10).fill(7) })
}

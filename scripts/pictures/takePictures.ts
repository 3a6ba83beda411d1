import { chromium } from '@playwright/test'
import { freePort, startBuiltApp } from '../../test/support/processes/app.ts'
import { takeAgentScreenshots } from './agentScenes.ts'
import { takeBuyerScreenshots } from './buyerScenes.ts'
import { SHOWN_URL } from './devices.ts'
import { takeEmailScreenshot } from './emailScene.ts'
import { writePictures } from './keepPicture.ts'

/** Takes all screenshots, as a buyer and as the demo's agent. */
export async function takePictures() {
  const port = String(await freePort())
  const app = await startBuiltApp({ PORT: port, APP_URL: SHOWN_URL })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_SHELL || undefined,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...['--disable-gpu', '--font-render-hinting=none'],
      `--host-resolver-rules=MAP ${new URL(SHOWN_URL).host} 127.0.0.1:${port}`,
    ],
  })
  try {
    await takeBuyerScreenshots(browser)
    await takeEmailScreenshot(browser, app)
    await takeAgentScreenshots(browser)
    await writePictures()
  } finally {
    await browser.close()
    await app.stop()
  }
}

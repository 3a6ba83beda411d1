import { chromium } from '@playwright/test'
import { freePort, startBuiltApp } from '../../test/support/app.ts'
import { lookAsAgent } from './agentScenes.ts'
import { lookAsBuyer } from './buyerScenes.ts'
import { SHOWN_URL } from './devices.ts'
import { writePictures } from './keepPicture.ts'
import { lookAtMail } from './mailScene.ts'

/** Goes through the demo as a buyer and as its agent, and photographs what they see. */
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
    await lookAsBuyer(browser)
    await lookAtMail(browser, app)
    await lookAsAgent(browser)
    await writePictures()
  } finally {
    await browser.close()
    await app.stop()
  }
}

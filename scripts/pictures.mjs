import { ensureBrowser } from './steps/browser.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

/** Makes the pictures that we show of ourselves anew: of the running product, the icons, and those beside shared links. */
ensureInstalled()
ensureBuilt()
const { CHROMIUM_SHELL } = process.env
runUnderPinnedNode(['scripts/pictures/make.ts'], CHROMIUM_SHELL ? {} : ensureBrowser())

import { ensureBrowser } from './steps/browser.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

/** Regenerates the screenshots on the marketing pages, the icons and the pictures for shared links. */
ensureInstalled()
ensureBuilt()
const { CHROMIUM_SHELL } = process.env
runUnderPinnedNode(['scripts/pictures/make.ts'], CHROMIUM_SHELL ? {} : ensureBrowser())

import { ensureBrowser } from './steps/browser.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

ensureInstalled()
const CHROMIUM = process.env.CHROMIUM || ensureBrowser().CHROMIUM_SHELL
runUnderPinnedNode(['demo/documents/make.ts', ...process.argv.slice(2)], { CHROMIUM })

import { ensureBrowser } from './steps/browser.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

ensureInstalled()
ensureBuilt()
// `npm run screenshots -- leads` takes the screens whose name has "leads" in it.
runUnderPinnedNode(['scripts/gallery/take.ts', ...process.argv.slice(2)], ensureBrowser())

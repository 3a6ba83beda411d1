import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './steps/browser.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { root } from './steps/root.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

const [name = ''] = process.argv.slice(2)
const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
if (!existsSync(join(root, `bench/${name}.bench.ts`))) {
  console.error(`Usage: npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`)
  process.exit(2)
}
ensureInstalled()
ensureBuilt()
const inBrowser = ['lighthouse', 'reading', 'thirdParties', 'weight'].includes(name)
runUnderPinnedNode([`bench/${name}.bench.ts`], inBrowser && !process.env.CHROMIUM ? ensureBrowser() : {})

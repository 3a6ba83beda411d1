import { ensureBuilt } from './build.mjs'
import { heapFlags, heapSettings } from './heap.mjs'
import { ensureInstalled } from './install.mjs'
import { runUnderPinnedNode } from './run.mjs'

/** Runs a built program as in production, with our own arguments. */
export function runBuilt(entry) {
  ensureInstalled()
  ensureBuilt()
  runUnderPinnedNode([...heapFlags, `dist/server/${entry}.js`, ...process.argv.slice(2)], {
    NODE_ENV: 'production',
    ...heapSettings,
  })
}

import { ensureBuilt } from './build.mjs'
import { heapFlags, heapSettings } from './heap.mjs'
import { ensureInstalled } from './install.mjs'
import { runUnderPinnedNode } from './run.mjs'

/** Runs a built program as in production. */
export function runBuilt(entry, args = []) {
  ensureInstalled()
  ensureBuilt()
  runUnderPinnedNode([...heapFlags, `dist/server/${entry}.js`, ...args], { NODE_ENV: 'production', ...heapSettings })
}

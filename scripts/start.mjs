import { ensureBuilt } from './steps/build.mjs'
import { heapFlags, heapSettings } from './steps/heap.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

ensureInstalled()
ensureBuilt()
runUnderPinnedNode([...heapFlags, 'dist/server/main.js'], { NODE_ENV: 'production', ...heapSettings })

import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

ensureInstalled()
ensureBuilt()
runUnderPinnedNode(['dist/server/worker.js'], { NODE_ENV: 'production' })

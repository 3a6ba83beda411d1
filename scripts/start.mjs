import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

ensureInstalled()
ensureBuilt()
runUnderPinnedNode(['dist/server/main.js'], { NODE_ENV: 'production' })

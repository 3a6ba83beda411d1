import { ensureInstalled } from './steps/install.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

ensureInstalled()
runUnderPinnedNode(['scripts/steps/serve-dev.mjs'], { NODE_ENV: 'development' })

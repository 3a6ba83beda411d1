import { ensureInstalled } from './steps/install.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

ensureInstalled()
runUnderPinnedNode(['demo/prepare.ts'])

// Plants faults in the security-critical modules, one at a time, and reports which of them no test notices.
// `npm run test:mutants -- emailedTokens rateLimits` takes only modules whose path contains one of the words.
import { join } from 'node:path'
import { ensureInstalled } from './steps/install.mjs'
import { root } from './steps/root.mjs'
import { runUnderPinnedNode } from './steps/run.mjs'

const compileCache = join(root, 'node_modules/.cache/compiled')

ensureInstalled()
runUnderPinnedNode(['scripts/mutants/run.mjs', ...process.argv.slice(2)], {
  NODE_ENV: 'test',
  NODE_COMPILE_CACHE: compileCache,
})

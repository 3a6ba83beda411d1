import { absolutePaths } from './steps/absolutePaths.mjs'
import { runBuilt } from './steps/runBuilt.mjs'

runBuilt('restore', absolutePaths(process.argv.slice(2)))

import { absolutePaths } from './steps/absolutePaths.mjs'
import { runBuilt } from './steps/runBuilt.mjs'

runBuilt('backup', absolutePaths(process.argv.slice(2)))

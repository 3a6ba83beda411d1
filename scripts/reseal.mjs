import { runBuilt } from './steps/runBuilt.mjs'

runBuilt('reseal', process.argv.slice(2))

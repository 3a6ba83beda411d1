import { runBuilt } from './steps/runBuilt.mjs'

runBuilt('reseal')

import { readFileSync, writeFileSync } from 'node:fs'
import { findPrimary } from '../../../src/platform/process/primaryChannel.server.ts'
import { startOrExit } from '../../../src/platform/process/startAndStop.server.ts'

/** A program for `keepRunning`: each start does the next thing of a list that is kept in a file. */
export type Step = 'is ready' | 'cannot start' | 'ends'

const primary = findPrimary()
const listFile = process.argv[3] ?? ''
const [step, ...rest]: Step[] = JSON.parse(readFileSync(listFile, 'utf8'))
writeFileSync(listFile, JSON.stringify(rest))
if (step === 'ends') process.exit(3)
await startOrExit(
  async () => {
    if (step === 'cannot start') throw new Error('The database is on holiday.')
  },
  undefined,
  primary,
)
await primary?.ask('ready', {})

import { rm } from 'node:fs/promises'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'

/** The folder in which the workers of a run share what only one of them makes, unless `npm test` has given one. */
export default async function setup() {
  if (process.env.TEST_RUN_FOLDER) return
  const folder = await temporaryFolder()
  process.env.TEST_RUN_FOLDER = folder
  return () => rm(folder, { recursive: true, force: true })
}

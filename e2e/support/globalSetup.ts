import { rm } from 'node:fs/promises'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'

/** The folder in which the workers of a run share what only one of them makes. */
export default async function setup() {
  const folder = await temporaryFolder()
  process.env.TEST_RUN_FOLDER = folder
  return () => rm(folder, { recursive: true, force: true })
}

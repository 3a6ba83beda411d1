import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { projectRoot } from '../../../src/platform/config/projectRoot.server.ts'

/** Files that take half a minute or more. They start first, so that none of them is left to run alone at the end. */
const longest = [
  'test/processes/process.test.ts',
  'test/processes/start.test.ts',
  'test/fuzz.test.ts',
  'src/features/files/server/uploads.test.ts',
  'test/processes/webProcesses.test.ts',
  'test/faults/failures.test.ts',
  'test/faults/databaseSilent.test.ts',
  'test/faults/processPaused.test.ts',
  'test/faults/clock.test.ts',
  'src/platform/storage/disk/crash.test.ts',
  'src/features/leads/server/notifyAgent.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const known = longest.indexOf(relative(projectRoot, moduleId))
      return known < 0 ? longest.length : known
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

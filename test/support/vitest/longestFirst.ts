import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { projectRoot } from '../../../src/platform/config/projectRoot.server.ts'

/**
 * Files and folders that take longest. They start first, so that none of them is left to run alone at the end. Tests of processes and
 * faults mostly wait, so they come while the type check needs the processor.
 */
const longest = [
  'test/processes/process.test.ts',
  'test/faults/databaseSilent.test.ts',
  'test/processes/start.test.ts',
  'test/faults/services.test.ts',
  'test/faults/',
  'test/processes/',
  'test/fuzz.test.ts',
  'src/features/accounts/server/export/dataExport.test.ts',
  'test/project/projectChecks.test.ts',
  'src/features/files/server/uploads.test.ts',
  'src/platform/media/mediaWorker.test.ts',
  'src/features/feeds/',
  'test/access/roles.test.ts',
  'src/features/files/server/versions/',
  'src/features/leads/server/documents/',
  'src/features/leads/server/agentNotifications/notifyAgent.test.ts',
  'src/features/leads/server/privateLink/privateLinkActions.test.ts',
  'src/features/brand/server/brand.test.ts',
  'test/billing.test.ts',
  'src/features/billing/server/stripeWebhook.test.ts',
  'src/platform/media/',
  'src/platform/storage/',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const file = relative(projectRoot, moduleId)
      const known = longest.findIndex((start) => file.startsWith(start))
      return known < 0 ? longest.length : known
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, SerializedError, TestModule, TestSpecification, TestSuite } from 'vitest/node'

/** When `scripts/test.mjs` starts the browser tests, so that they are ready when these end. The files that are left then are short. */
const LAST_FILES = 6

/**
 * Writes `{ passed, failed }` for `scripts/test.mjs`. Vitest's own JSON report knows neither unhandled errors nor why a suite did not
 * run, so a file that cannot be loaded would not be counted.
 */
export class VitestResults implements Reporter {
  private readonly outputFile: string
  private unfinished = 0

  constructor(outputFile: string) {
    this.outputFile = outputFile
  }

  onTestRunStart(files: readonly TestSpecification[]) {
    this.unfinished = files.length
  }

  onTestModuleEnd() {
    this.unfinished--
    if (this.unfinished === LAST_FILES) process.stdout.write(`The last ${LAST_FILES} files are running.\n`)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]).length
    const failed = [
      ...modules.flatMap(failuresIn),
      ...unhandledErrors.map((error) => `unhandled error\n${error.stack ?? error.message}`),
    ]
    mkdirSync(dirname(this.outputFile), { recursive: true })
    writeFileSync(this.outputFile, JSON.stringify({ passed, failed }))
  }
}

function failuresIn(module: TestModule) {
  const suites = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  const tests = [...module.children.allTests('failed')]
  const isUnfinished = module.state() === 'queued' || module.state() === 'pending'
  const describe = (name: string, errors: readonly SerializedError[] = []) =>
    [`${module.relativeModuleId}${name && ` › ${name}`}`, ...errors.map(({ stack, message }) => stack ?? message)].join(
      '\n',
    )
  return [
    ...(isUnfinished ? [describe('this file did not run to its end')] : []),
    ...suites.map((suite) => describe(suiteName(suite), suite.errors())),
    ...tests.map((test) => describe(test.fullName, test.result().errors)),
  ]
}

const suiteName = (suite: TestModule | TestSuite) =>
  suite.type === 'module' ? 'failed to load, start or stop' : `${suite.fullName}: failed to start or stop`

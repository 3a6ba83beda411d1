import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'

/** Writes `{ passed, failed }` for `scripts/test.mjs`. Tests that did not run and errors outside of tests count as failed. */
export default class BrowserResults implements Reporter {
  private readonly errors: TestError[] = []
  private tests: TestCase[] = []
  private root = ''
  private readonly outputFile: string

  constructor({ outputFile }: { outputFile: string }) {
    this.outputFile = outputFile
  }

  onBegin({ rootDir }: FullConfig, suite: Suite) {
    this.root = rootDir
    this.tests = suite.allTests()
  }

  onError(error: TestError) {
    this.errors.push(error)
  }

  onEnd() {
    const failed = this.tests.filter((test) => isFlakyOrFailed(test) || didNotRun(test))
    const results = {
      passed: this.tests.filter((test) => test.outcome() === 'expected').length,
      failed: [
        ...failed.map((test) => `${this.nameOf(test)}${didNotRun(test) ? ': did not run' : ''}`),
        ...this.errors.map(({ stack, message, value }) => `browser tests\n${stack ?? message ?? value}`),
      ],
    }
    mkdirSync(dirname(this.outputFile), { recursive: true })
    writeFileSync(this.outputFile, JSON.stringify(results))
  }

  private nameOf(test: TestCase) {
    // The first three titles are those of the run, the project and the file.
    return `e2e/${relative(this.root, test.location.file)} › ${test.titlePath().slice(3).join(' › ')}`
  }
}

const isFlakyOrFailed = (test: TestCase) => test.outcome() === 'unexpected' || test.outcome() === 'flaky'
/** For example because `beforeAll` failed. A test that is skipped on purpose has the expected status `skipped`. */
const didNotRun = (test: TestCase) => test.outcome() === 'skipped' && test.expectedStatus !== 'skipped'

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureBrowser } from './steps/browser.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { pinnedNode } from './steps/node.mjs'
import { root } from './steps/root.mjs'

const results = join(root, 'test-results')
const tally = { passed: 0, failed: 0 }

ensureInstalled()
const CHROMIUM = ensureBrowser()
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

// The build comes first: it writes the route tree that the types need.
ensureBuilt()
check('types', 'node_modules/typescript/bin/tsc', '--noEmit')
check('lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '.')
check('import rules', 'scripts/steps/imports.mjs')
check('unused code', 'node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors')
check('migrations match the schema', 'scripts/steps/migrations.mjs')
suite('unit and integration tests', vitestCounts, 'node_modules/vitest/vitest.mjs', 'run')
suite('browser tests', playwrightCounts, 'node_modules/@playwright/test/cli.js', 'test')

console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed > 0 ? 1 : 0)

function run(title, script, args) {
  console.log(`\n── ${title}`)
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, CHROMIUM, NODE_ENV: 'test' }
  return spawnSync(pinnedNode(), [join(root, script), ...args], { cwd: root, env, stdio: 'inherit' }).status === 0
}

/** A check counts as one test. */
function check(title, script, ...args) {
  tally[run(title, script, args) ? 'passed' : 'failed']++
}

/** A suite counts its tests; one that ended badly without a failed test (a crash, no test at all) counts as one failure. */
function suite(title, count, script, ...args) {
  const ok = run(title, script, args)
  const { passed, failed } = count()
  tally.passed += passed
  tally.failed += failed || (ok && passed > 0 ? 0 : 1)
}

function vitestCounts() {
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = read('vitest.json')
  return { passed, failed }
}

function playwrightCounts() {
  const { expected = 0, unexpected = 0, flaky = 0 } = read('browser.json').stats ?? {}
  return { passed: expected, failed: unexpected + flaky }
}

function read(name) {
  const path = join(results, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

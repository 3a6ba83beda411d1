import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBrowser } from './steps/browser.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { pinnedNode } from './steps/node.mjs'
import { root } from './steps/root.mjs'

const results = join(root, 'test-results')
/** Hundreds of processes load the same code: each compiled script is reused. */
const compileCache = join(root, 'node_modules/.cache/compiled')
/** Both suites start applications from the data that one first start left here. Open to the account of the database. */
const runFolder = mkdtempSync(join(tmpdir(), 'property-files-test-'))
chmodSync(runFolder, 0o755)
process.on('exit', () => rmSync(runFolder, { recursive: true, force: true }))
const tally = { passed: 0, failed: 0 }
const failures = []

ensureInstalled()
const browsers = ensureBrowser()
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

const checks = [
  check('lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'),
  check('import rules', 'scripts/steps/imports.mjs'),
  check('tests that the docs name', 'scripts/steps/namedTests.mjs'),
  check('figures of docs/scale.md', 'scripts/simulate.mjs', '--check'),
  check('unused code', 'node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
  check('migrations match the schema', 'scripts/steps/migrations.mjs'),
  check('known vulnerabilities in packages', 'scripts/audit.mjs'),
]
// Before the types, because it writes the route tree that they need.
ensureBuilt()
// In parallel: many tests wait for something, checks do not. Several threads would check some types more than once.
checks.push(check('types', 'node_modules/native-typescript/bin/tsc', '--noEmit', '--singleThreaded'))
let unit
await new Promise((startNext) => {
  unit = suite('unit', 'vitest.json', ['node_modules/vitest/vitest.mjs', 'run'], (line) => {
    if (/^The last \d+ files are running\.$/.test(line)) startNext()
  })
  unit.then(startNext)
})
const browser = suite('browser', 'browser.json', ['node_modules/@playwright/test/cli.js', 'test'])
await Promise.all([...checks, unit, browser])
if (process.env.LONG) {
  await check('fuzzing in full', 'bench/fuzz.bench.ts')
  await check('planted faults are caught', 'scripts/mutants/run.mjs')
}

// Last, so that the end of a long output names the failures.
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed > 0 ? 1 : 0)

/** Resolves to whether it succeeded. `onOutput` receives its output. */
function run(script, args, onOutput, more = {}) {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, ...browsers, NODE_ENV: 'test', NODE_COMPILE_CACHE: compileCache, ...more }
  const child = spawn(pinnedNode(), [join(root, script), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput)
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}

/** A check counts as one test. Checks run in parallel; each prints its output when it ends. */
async function check(title, script, ...args) {
  let output = ''
  const ok = await run(script, args, (more) => {
    output += more
  })
  console.log(`\n── ${title}\n${output}`)
  tally[ok ? 'passed' : 'failed']++
  if (!ok) failures.push(title)
}

/** A suite counts its tests; one that failed without a failed test (a crash, no test at all) counts as one failure. */
async function suite(title, report, [script, ...args], onLine = () => {}) {
  const started = Date.now()
  let line = ''
  const onOutput = (more) => {
    const lines = (line + more).split('\n')
    line = lines.pop() ?? ''
    for (const whole of lines) {
      console.log(`${title} │ ${whole}`)
      onLine(whole)
    }
  }
  const ok = await run(script, args, onOutput, { TEST_RUN_FOLDER: runFolder })
  if (line) console.log(`${title} │ ${line}`)
  const { passed = 0, failed = [] } = read(report)
  const isBroken = failed.length === 0 && (!ok || passed === 0)
  if (isBroken) failed.push(`${title}: failed without a failed test`)
  console.log(
    `\n── ${title}: ${passed} passed, ${failed.length} failed in ${Math.round((Date.now() - started) / 1000)} s`,
  )
  tally.passed += passed
  tally.failed += failed.length
  failures.push(...failed)
}

function read(name) {
  const path = join(results, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureBrowser } from './steps/browser.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { pinnedNode } from './steps/node.mjs'
import { root } from './steps/root.mjs'

const results = join(root, 'test-results')
/** Hundreds of processes read the same code: what one has compiled, the next one need not. */
const compileCache = join(root, 'node_modules/.cache/compiled')
const tally = { passed: 0, failed: 0 }
const failures = []

ensureInstalled()
const browser = ensureBrowser()
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

// The build comes first: it writes the route tree that the types need.
ensureBuilt()
// Side by side: many tests wait for something, and checks have no one to wait for.
await Promise.all([
  check('types', 'node_modules/typescript/bin/tsc', '--noEmit'),
  check('lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'),
  check('import rules', 'scripts/steps/imports.mjs'),
  check('tests that the docs name', 'scripts/steps/namedTests.mjs'),
  check('unused code', 'node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
  check('migrations match the schema', 'scripts/steps/migrations.mjs'),
  check('known holes in packages', 'scripts/audit.mjs'),
  suite('unit and integration tests', 'vitest.json', 'node_modules/vitest/vitest.mjs', 'run'),
])
await suite('browser tests', 'browser.json', 'node_modules/@playwright/test/cli.js', 'test')
if (process.env.LONG) await check('planted faults are caught', 'scripts/mutants/run.mjs')

// Last of all, so that the end of a long output says what to look for.
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed > 0 ? 1 : 0)

/** Answers whether it ended well. With `onOutput` its words go there, else straight to the screen. */
function run(script, args, onOutput) {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, ...browser, NODE_ENV: 'test', NODE_COMPILE_CACHE: compileCache }
  const stdio = ['ignore', onOutput ? 'pipe' : 'inherit', onOutput ? 'pipe' : 'inherit']
  const child = spawn(pinnedNode(), [join(root, script), ...args], { cwd: root, env, stdio })
  if (onOutput) for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput)
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}

/** A check counts as one test. Checks run side by side; each says what it has to say when it ends. */
async function check(title, script, ...args) {
  let words = ''
  const ok = await run(script, args, (more) => {
    words += more
  })
  console.log(`\n── ${title}\n${words}`)
  tally[ok ? 'passed' : 'failed']++
  if (!ok) failures.push(title)
}

/** A suite counts its tests; one that failed without a failed test (a crash, no test at all) counts as one failure. */
async function suite(title, report, script, ...args) {
  console.log(`\n── ${title}`)
  const ok = await run(script, args)
  const { passed = 0, failed = [] } = read(report)
  const isBroken = failed.length === 0 && (!ok || passed === 0)
  if (isBroken) failed.push(`${title}: failed without a failed test`)
  tally.passed += passed
  tally.failed += failed.length
  failures.push(...failed)
}

function read(name) {
  const path = join(results, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

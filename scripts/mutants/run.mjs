import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createVitest } from 'vitest/node'
import { pinnedNode } from '../steps/node.mjs'
import { root } from '../steps/root.mjs'
import { plantFaults } from './plantFaults.mjs'
import { explainedSurvivors, subjects } from './subjects.mjs'

const MIN_CAUGHT_PERCENT = 95
/** Faults tried by one process: a new one now and then keeps what a fault leaves behind small. */
const FAULTS_PER_RUN = 25
/** No test of these modules needs more than a few seconds, unless the machine is busy: a timeout counts as caught. */
const TEST_TIMEOUT_MS = 30_000
const NO_FAULT = 'none'
const PLANTED_FOLDER = 'test/planted'
const FOLDERS = ['src', 'payment-sandbox', 'test', 'scripts', 'demo', 'drizzle', 'public']
const FILES = 'package.json package-lock.json tsconfig.json vitest.config.ts vite.config.ts'
/** Vitest would begin with files that failed before. */
class AsGiven {
  sort = (files) => files
  shard = (files) => files
}
const USES_BUILT_APP =
  /support\/(processes\/(app|appData|deployedApp|severalProcesses)|faults\/(faultyApp|crashingApp))\.ts/

requireFiles()
requireExactExplanations()

/** `rateLimits` is every module with that in its path; `rateLimits.server.ts:54` is one line of it. */
const wanted = process.argv.slice(2).map((word) => /^(?<name>.*?)(:(?<line>\d+))?$/.exec(word).groups)
const chosen = subjects
  .map(({ modules, tests }) => ({ modules: modules.filter((path) => isWanted(path)), tests }))
  .filter(({ modules }) => modules.length > 0)

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'planted-faults-')))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
copyProject()
let testFileCount = 0
const faultsIn = new Map(chosen.flatMap(({ modules }) => modules).map((path) => [path, plantInCopy(path)]))
if (chosen.some(({ tests }) => tests.some((path) => USES_BUILT_APP.test(readFileSync(join(root, path), 'utf8')))))
  buildCopy()

const vitest = await startVitest()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.close().finally(() => process.exit(1)))
const report = []
for (const { modules, tests } of chosen) {
  const reached = await recordReached(tests)
  if (!reached) console.log(`\nThese tests fail without any fault: ${tests.join(' ')}`)
  for (const path of modules)
    report.push(reached ? await tryFaults(path, tests, reached) : { path, planted: [], survived: [] })
  if (!reached) process.exitCode = 1
}
await vitest.close()
summarise()

/** A module or test that was renamed would otherwise no longer be checked, or fail far from its cause. */
function requireFiles() {
  const paths = new Set([
    ...subjects.flatMap(({ modules, tests }) => [...modules, ...tests]),
    ...explainedSurvivors.map(({ path }) => path),
  ])
  const missing = [...paths].filter((path) => !existsSync(join(root, path)))
  if (missing.length === 0) return
  console.error(`scripts/mutants/subjects.mjs names files that do not exist:\n  ${missing.join('\n  ')}`)
  process.exit(1)
}

/** An explanation is for one line, or for those `within` which its text occurs, so that it cannot hide another fault. */
function requireExactExplanations() {
  const planted = subjects
    .flatMap(({ modules }) => modules)
    .flatMap((path) => plantFaults(path, readFileSync(join(root, path), 'utf8')).faults)
  const wrong = explainedSurvivors.flatMap((one) => {
    const lines = new Set(planted.filter((fault) => explains(one, fault)).map(({ line }) => line))
    if (lines.size === 1 || (lines.size > 1 && one.within)) return []
    return `${one.path}: ${one.was}  →  ${one.becomes}  (${lines.size ? `lines ${[...lines].join(', ')}` : 'no such fault'})`
  })
  if (wrong.length === 0) return
  console.error(`scripts/mutants/subjects.mjs has explanations that are not for one line:\n  ${wrong.join('\n  ')}`)
  process.exit(1)
}

function isWanted(path, line) {
  if (wanted.length === 0) return true
  return wanted.some((one) => path.includes(one.name) && (!line || !one.line || Number(one.line) === line))
}

/** Faults never touch the checkout. */
function copyProject() {
  for (const name of [...FOLDERS, ...FILES.split(' ')]) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function plantInCopy(path) {
  const { planted, faults } = plantFaults(path, readFileSync(join(root, path), 'utf8'))
  writeFileSync(join(copy, path), planted)
  return faults.filter(({ line }) => isWanted(path, line))
}

function buildCopy() {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(pinnedNode(), [join(copy, 'scripts/build.mjs')], { cwd: copy, env, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** One instance for all faults: the database server starts once, and source files are read once. */
function startVitest() {
  process.chdir(copy)
  mkdirSync(join(copy, PLANTED_FOLDER))
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const options = {
    root: copy,
    watch: false,
    maxWorkers: 1,
    silent: true,
    reporters: [{}],
    sequence: { sequencer: AsGiven },
  }
  const timeouts = { testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS }
  return createVitest('test', { ...options, ...timeouts }, {}, { stdout: nowhere, stderr: nowhere })
}

async function tryFaults(path, tests, reached) {
  const planted = faultsIn.get(path)
  console.log(`\n${path}`)
  const survived = []
  for (let from = 0; from < planted.length; from += FAULTS_PER_RUN) {
    const faults = planted.slice(from, from + FAULTS_PER_RUN)
    const caught = await findCaught(faults, tests, reached)
    for (const fault of faults.filter(({ id }) => !caught.has(id))) {
      const why = explanationOf(fault)
      if (!why && (await isCaughtAlone(fault.id, tests))) continue
      survived.push({ ...fault, why })
      console.log(`  line ${fault.line}: ${fault.was}  →  ${fault.becomes}  (${why ?? 'NOT EXPLAINED'})`)
    }
  }
  console.log(`  ${planted.length - survived.length} of ${planted.length} caught`)
  return { path, planted, survived }
}

function explanationOf(fault) {
  return explainedSurvivors.find((one) => explains(one, fault))?.why
}

function explains({ path, was, becomes, within = '' }, fault) {
  return fault.path === path && fault.was === was && fault.becomes === becomes && fault.lineText.includes(within)
}

/** Which test reaches which faults, if all tests pass without any. */
async function recordReached(tests) {
  const path = join(copy, PLANTED_FOLDER, 'reached.json')
  const { failed, uncertain } = await run([{ id: NO_FAULT, file: writeTestFile(`recordReached('${path}')`, tests) }])
  return failed.size + uncertain.size === 0 && JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * The faults that some test notices. They share a process, which only reads our own modules again for each. If the tests
 * then fail without a fault, some fault has left something behind, and each gets its own process.
 */
async function findCaught(faults, tests, { anywhere, byTest }) {
  const trials = faults
    .map(({ id }) => {
      const names = Object.keys(byTest).filter((name) => anywhere.includes(id) || byTest[name].includes(id))
      return { id, names, file: writeTestFile(`prepareFault('${id}', ${JSON.stringify(names)})`, tests) }
    })
    .filter(({ names }) => names.length > 0)
  const { failed, uncertain } = await run([...trials, trialOf(NO_FAULT, tests)])
  const caught = new Set()
  for (const { id } of trials) {
    const isCertain = !failed.has(NO_FAULT) && !uncertain.has(id)
    if (isCertain ? failed.has(id) : await isCaughtAlone(id, tests)) caught.add(id)
  }
  return caught
}

async function isCaughtAlone(id, tests) {
  const { failed, uncertain } = await run([trialOf(id, tests)])
  return failed.has(id) || uncertain.has(id)
}

function trialOf(id, tests) {
  return { id, file: writeTestFile(`prepareFault('${id}')`, tests) }
}

/** `uncertain` are those during which an error came from outside of a test, perhaps from the fault before. */
async function run(trials) {
  const project = vitest.getRootProject()
  const specifications = trials.map(({ file }) => project.createSpecification(file))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const passed = new Set(testModules.filter((one) => one.ok()).map(({ moduleId }) => moduleId))
  const disturbed = new Set(unhandledErrors.map((error) => error.VITEST_TEST_PATH))
  const idsOf = (chosen) => new Set(chosen.map(({ id }) => id))
  return {
    failed: idsOf(trials.filter(({ file }) => !passed.has(file))),
    uncertain: idsOf(trials.filter(({ file }) => passed.has(file) && disturbed.has(file))),
  }
}

/** A test file that calls one function of prepareFault.mjs and then imports the tests. */
function writeTestFile(call, tests) {
  testFileCount += 1
  const file = join(copy, PLANTED_FOLDER, `${testFileCount}.test.ts`)
  const imports = tests.map((path) => `await import('../../${path}')`)
  const lines = [`import { ${call.split('(')[0]} } from '../../scripts/mutants/prepareFault.mjs'`, call, ...imports]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

function summarise() {
  console.log('\nplanted  caught  module')
  for (const { path, planted, survived } of report)
    console.log(
      `${String(planted.length).padStart(7)}  ${String(planted.length - survived.length).padStart(6)}  ${path}`,
    )
  const planted = report.flatMap((one) => one.planted).length
  const survived = report.flatMap((one) => one.survived)
  const unexplained = survived.filter(({ why }) => !why).length
  const percent = (100 * (planted - survived.length)) / planted
  console.log(`\n${planted} faults, ${percent.toFixed(1)} % caught, ${unexplained} survivors not explained`)
  if (!(percent >= MIN_CAUGHT_PERCENT) || unexplained > 0) process.exitCode = 1
}

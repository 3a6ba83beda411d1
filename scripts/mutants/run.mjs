import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
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
/** A fault that keeps its tests busy for this long counts as noticed. */
const TIME_LIMIT_MS = 180_000
const FOLDERS = ['src', 'payment-sandbox', 'test', 'scripts', 'demo', 'drizzle', 'public']
const FILES = 'package.json package-lock.json tsconfig.json vitest.config.ts vite.config.ts'
const USES_BUILT_APP = /support\/(app|appData|deployedApp|severalProcesses|faults\/(faultyApp|crashingApp))\.ts/

requireFiles()

/** `rateLimits` is every module with that in its path; `rateLimits.server.ts:54` is one line of it. */
const wanted = process.argv.slice(2).map((word) => /^(?<name>.*?)(:(?<line>\d+))?$/.exec(word).groups)
const chosen = subjects
  .map(({ modules, tests }) => ({ modules: modules.filter((path) => isWanted(path)), tests }))
  .filter(({ modules }) => modules.length > 0)

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'planted-faults-')))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
copyProject()
const faultsIn = new Map(chosen.flatMap(({ modules }) => modules).map((path) => [path, plantInCopy(path)]))
if (chosen.some(({ tests }) => tests.some((path) => USES_BUILT_APP.test(readFileSync(join(root, path), 'utf8')))))
  buildCopy()

let vitest = await startVitest()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.close().finally(() => process.exit(1)))
const report = []
for (const { modules, tests } of chosen) {
  const isSound = !(await isCaught('none', tests))
  if (!isSound) console.log(`\nThese tests fail without any fault: ${tests.join(' ')}`)
  for (const path of modules) report.push(isSound ? await tryFaults(path, tests) : { path, planted: [], survived: [] })
  if (!isSound) process.exitCode = 1
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
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const options = { root: copy, watch: false, bail: 1, maxWorkers: 1, silent: true, reporters: [{}] }
  return createVitest('test', options, {}, { stdout: nowhere, stderr: nowhere })
}

async function tryFaults(path, tests) {
  const planted = faultsIn.get(path)
  console.log(`\n${path}`)
  const survived = []
  for (const fault of planted) {
    if (await isCaught(fault.id, tests)) continue
    const why = explanationOf(fault)
    survived.push({ ...fault, why })
    console.log(`  line ${fault.line}: ${fault.was}  →  ${fault.becomes}  (${why ?? 'NOT EXPLAINED'})`)
  }
  console.log(`  ${planted.length - survived.length} of ${planted.length} caught`)
  return { path, planted, survived }
}

function explanationOf({ path, was, becomes }) {
  return explainedSurvivors.find((one) => one.path === path && one.was === was && one.becomes === becomes)?.why
}

async function isCaught(faultId, tests) {
  const project = vitest.getRootProject()
  project.config.env.PLANTED_FAULT = faultId
  const specifications = tests.map((path) => project.createSpecification(join(copy, path)))
  let timer
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, TIME_LIMIT_MS)
  })
  const run = await Promise.race([vitest.runTestSpecifications(specifications), timeout])
  clearTimeout(timer)
  if (!run) {
    await vitest.close()
    vitest = await startVitest()
    return true
  }
  const ran = new Set(specifications.map(({ moduleId }) => moduleId))
  const isGreen = run.testModules.every((module) => !ran.has(module.moduleId) || module.ok())
  return !isGreen || run.unhandledErrors.length > 0
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

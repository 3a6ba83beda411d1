import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createVitest } from 'vitest/node'
import { pinnedNode } from '../steps/node.mjs'
import { root } from '../steps/root.mjs'
import { plantFaults } from './plantFaults.mjs'
import { explainedSurvivors, subjects } from './subjects.mjs'

const MIN_CAUGHT_PERCENT = 95
/** A fault that keeps its tests busy for this long has been noticed. */
const TIME_LIMIT_MS = 180_000
const BUILT_APP = /support\/(app|deployed|faultyApp|fragileApp)\.ts/

const words = process.argv.slice(2)
const chosen = subjects
  .map((subject) => ({ ...subject, modules: subject.modules.filter((path) => isWanted(path)) }))
  .filter(({ modules }) => modules.length > 0)
if (chosen.length === 0) fail(`No module matches ${words.join(' ')}.`)

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'planted-faults-')))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
copyProject()
const faultsOf = new Map(chosen.flatMap(({ modules }) => modules).map((path) => [path, plantInCopy(path)]))
process.chdir(copy)
if (chosen.some(({ tests }) => tests.some((path) => BUILT_APP.test(readFileSync(join(root, path), 'utf8'))))) buildCopy()

let vitest = await startVitest()
const report = []
for (const { modules, tests } of chosen) {
  if ((await outcomeOf('none', tests)) !== 'survived') fail(`Without any fault these tests fail: ${tests.join(' ')}`)
  for (const path of modules) report.push(await tryFaults(path, faultsOf.get(path), tests))
}
await vitest.close()
summarise()

function isWanted(path) {
  return words.length === 0 || words.some((word) => path.includes(word))
}

/** Faults never touch the checkout. */
function copyProject() {
  for (const name of ['src', 'test', 'scripts', 'demo', 'drizzle', 'public'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts', 'vite.config.ts'])
    cpSync(join(root, name), join(copy, name))
  for (const name of ['vite.calls.ts', 'vite.pdf.ts', 'vite.postgres.ts']) cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function plantInCopy(path) {
  const { planted, faults } = plantFaults(path, readFileSync(join(root, path), 'utf8'))
  writeFileSync(join(copy, path), planted)
  return faults
}

function buildCopy() {
  console.log('Building with all faults in place …')
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(pinnedNode(), [join(copy, 'scripts/build.mjs')], { cwd: copy, env, stdio: 'inherit' })
  if (status !== 0) fail('The application could not be built with the faults in place.')
}

/** One instance for all faults: the database server starts once, and source files are read once. */
function startVitest() {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const options = { root: copy, watch: false, bail: 1, maxWorkers: 1, silent: true, reporters: [{}], testTimeout: 30_000 }
  return createVitest('test', options, {}, { stdout: nowhere, stderr: nowhere })
}

async function tryFaults(path, faults, tests) {
  console.log(`\n${path}: ${faults.length} faults`)
  const survived = []
  for (const fault of faults) {
    if ((await outcomeOf(fault.id, tests)) === 'caught') continue
    const why = explainedSurvivors.find((one) => one.path === path && one.was === fault.was && one.becomes === fault.becomes)
    survived.push({ ...fault, why: why?.why })
    console.log(`  ${path}:${fault.line}  ${fault.was}  →  ${fault.becomes}${why ? `\n    (${why.why})` : ''}`)
  }
  return { path, planted: faults.length, survived }
}

async function outcomeOf(faultId, tests) {
  vitest.config.env.PLANTED_FAULT = faultId
  for (const { config } of vitest.projects) config.env.PLANTED_FAULT = faultId
  const specifications = tests.flatMap((path) => vitest.getRootProject().createSpecification(join(copy, path)))
  let timer
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, TIME_LIMIT_MS)
  })
  const run = await Promise.race([vitest.runTestSpecifications(specifications), timeout])
  clearTimeout(timer)
  if (!run) {
    await vitest.close()
    vitest = await startVitest()
    return 'caught'
  }
  const ids = new Set(specifications.map(({ moduleId }) => moduleId))
  const isGreen = run.testModules.filter(({ moduleId }) => ids.has(moduleId)).every((module) => module.ok())
  return isGreen && run.unhandledErrors.length === 0 ? 'survived' : 'caught'
}

function summarise() {
  console.log('\nplanted  caught  module')
  for (const { path, planted, survived } of report)
    console.log(`${String(planted).padStart(7)}  ${String(planted - survived.length).padStart(6)}  ${path}`)
  const planted = report.reduce((sum, one) => sum + one.planted, 0)
  const survived = report.flatMap((one) => one.survived)
  const percent = (100 * (planted - survived.length)) / planted
  const unexplained = survived.filter(({ why }) => !why)
  console.log(`\n${planted} faults planted, ${percent.toFixed(1)} % caught, ${unexplained.length} survivors unexplained`)
  if (percent < MIN_CAUGHT_PERCENT || unexplained.length > 0) process.exitCode = 1
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

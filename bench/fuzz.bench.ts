import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { authorisation } from '../test/access/authorisation.ts'
import { authorisedRoutes } from '../test/access/authorisedRoutes.ts'
import { startBuiltApp } from '../test/support/processes/app.ts'
import { report } from './support/report.ts'

/**
 * The long form of test/fuzz.test.ts: ten thousand inputs for every call, address and operation of the API. It takes hours, so it goes on where
 * the last run was stopped, until each target has had them; the run after that begins again.
 */
const INPUTS = 10_000
/** With one application, whose log is read at the end, and one database. An application keeps one processor busy. */
const TARGETS_AT_ONCE = 10
const APPLICATIONS_AT_ONCE = availableParallelism()
const RESULTS = join(import.meta.dirname, 'results/fuzz.json')

interface Result {
  responses: number
  /** The one that made it stop, or why else it did not finish. */
  failed?: string
}

const targets = [...Object.keys(authorisation), ...Object.keys(authorisedRoutes), ...(await listOperations())]
const earlier: Record<string, Result> = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).of : {}
const isDone = (name: string) => earlier[name] && !earlier[name].failed
const of: Record<string, Result> = targets.every(isDone)
  ? {}
  : Object.fromEntries(targets.flatMap((name) => (isDone(name) && earlier[name] ? [[name, earlier[name]]] : [])))

const left = targets.filter((name) => !of[name])
await Promise.all(Array.from({ length: APPLICATIONS_AT_ONCE }, attackNext))

async function attackNext(): Promise<void> {
  const names = left.splice(0, TARGETS_AT_ONCE)
  if (names.length === 0) return
  Object.assign(of, await attackAll(names))
  const results = Object.values(of)
  report('fuzz', {
    targets: targets.length,
    attacked: results.length,
    inputsForEach: INPUTS,
    responses: results.reduce((sum, { responses }) => sum + responses, 0),
    failed: results.filter(({ failed }) => failed).length,
    budgets: { attacked: targets.length, failed: 0 },
    of,
  })
  return attackNext()
}

/** As the application describes them: its own modules can't be loaded without a build. */
async function listOperations() {
  const app = await startBuiltApp()
  try {
    const response = await fetch(`${app.url}/api/v1/openapi.json`)
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> }
    return Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  } finally {
    await app.stop()
  }
}

async function attackAll(names: string[]): Promise<Record<string, Result>> {
  const folder = mkdtempSync(join(tmpdir(), 'property-files-fuzz-'))
  const lines = join(folder, 'results')
  writeFileSync(lines, '')
  const run = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', 'test/fuzz.test.ts', '--passWithNoTests'],
    {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        ...{ FUZZ_INPUTS: String(INPUTS), FUZZ_TARGETS: JSON.stringify(names), FUZZ_RESULTS: lines },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [stdout, [status]] = await Promise.all([text(run.stdout), once(run, 'close')])
  const written = readFileSync(lines, 'utf8').split('\n').filter(Boolean)
  rmSync(folder, { recursive: true, force: true })
  const found = Object.fromEntries(
    written.map((line): [string, Result] => {
      const { name, statuses } = JSON.parse(line) as { name: string; statuses: Record<string, number> }
      return [name, { responses: Object.values(statuses).reduce((sum, count) => sum + count, 0) }]
    }),
  )
  const isWhole = names.every((name) => found[name])
  // Something after the attacks: the log, or the application is not running any more.
  const failed = status === 0 ? undefined : stdout.slice(-2000)
  if (failed) console.log(stdout.slice(-6000))
  return Object.fromEntries(
    names.map((name) => [
      name,
      isWhole && failed ? { responses: 0, failed } : (found[name] ?? { responses: 0, failed: failed ?? 'no result' }),
    ]),
  )
}

process.exitCode = Object.values(of).some(({ failed }) => failed) ? 1 : 0

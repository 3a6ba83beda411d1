import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

/** A made-up tree, checked by the same script that checks ours. */
function checkImports(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'property-files-test-'))
  const tree = { 'package.json': JSON.stringify({ type: 'module', imports: { '#*': './src/*' } }), ...files }
  mkdirSync(join(folder, 'src'))
  for (const [name, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const script = join(projectRoot, 'scripts/steps/imports.mjs')
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return { status, stderr }
}

describe('the import checker', () => {
  const ok = 'export const x = 1'
  const importing = (path: string) => `import { x } from '${path}'\nexport const y = x`

  const allowed = {
    'src/features/files/allowed.ts': ok,
    'src/platform/allowed.ts': ok,
    'src/features/leads/ofLowerLayer.ts': importing('#platform/allowed.ts'),
    'src/features/leads/alongEdge.ts': importing('#features/files/allowed.ts'),
  }
  const violations = [
    ['db-knows-nobody', 'db/a.ts', 'platform/b.ts'],
    ['platform-knows-no-feature', 'platform/a.ts', 'features/leads/b.ts'],
    ['ui-knows-no-feature', 'ui/a.tsx', 'features/leads/b.ts'],
    ['marketing-knows-no-feature', 'marketing/a.tsx', 'features/leads/b.ts'],
    ['features-know-no-route', 'features/leads/a.ts', 'routes/b.tsx'],
    ['edges-of-files', 'features/files/a.ts', 'features/leads/b.ts'],
    ['edges-of-audit', 'features/audit/a.ts', 'features/accounts/b.ts'],
    ['edges-of-analytics', 'features/analytics/a.ts', 'features/leads/b.ts'],
    ['edges-of-notifications', 'features/notifications/a.ts', 'features/leads/b.ts'],
    ['feature-without-edges', 'features/offers/a.ts', 'features/offers/b.ts'],
    ['pages-hold-no-sql', 'routes/a.tsx', 'db/b.ts'],
  ] as const
  const betweenLayers = Object.fromEntries(
    violations.flatMap(([, from, to]) => [
      [`src/${to}`, ok],
      [`src/${from}`, importing(`#${to}`)],
    ]),
  )
  const ofSandbox = {
    'payment-sandbox/sandbox.ts': ok,
    'payment-sandbox/store.ts': ok,
    'payment-sandbox/bad.ts': importing('../src/platform/allowed.ts'),
    'src/platform/payments/payments.server.ts': `import { x } from '../../../payment-sandbox/sandbox.ts'
        import { x as store } from '../../../payment-sandbox/store.ts'\nexport const y = [x, store]`,
    'src/features/billing/b.server.ts': importing('../../../payment-sandbox/sandbox.ts'),
  }
  const ofDecoders = {
    'src/platform/media/a.media.ts': "import sharp from 'sharp'\nexport const x = sharp\nexport type X = number",
    'src/features/files/types.server.ts': "import type { X } from '#platform/media/a.media.ts'\nexport const z: X = 1",
    'src/features/files/static.server.ts': "import sharp from 'sharp'\nexport const y = sharp",
    'src/features/files/dynamic.server.ts': "export const y = () => import('sharp')",
    'src/features/files/media.server.ts': importing('#platform/media/a.media.ts'),
    'node_modules/sharp/package.json': '{"name":"sharp","version":"1.0.0","main":"index.js"}',
    'node_modules/sharp/index.js': 'export default 1',
  }

  // All at once, because the checker takes seconds to start.
  let checked: ReturnType<typeof checkImports>
  beforeAll(() => {
    checked = checkImports({ ...allowed, ...betweenLayers, ...ofSandbox, ...ofDecoders })
  })
  const violationsIn = (files: Record<string, string>) => {
    const isIn = (line: string) => Object.keys(files).some((path) => line.includes(`: ${path} → `))
    return checked.stderr.trim().split('\n').filter(isIn).toSorted()
  }

  test('imports of a lower layer and along a declared edge between features pass', () => {
    expect(violationsIn(allowed)).toEqual([])
  })

  test('planted violations of every rule between layers and features turn the check red', () => {
    expect(checked.status).toBe(1)
    expect(violationsIn(betweenLayers)).toEqual(
      violations.map(([rule, from, to]) => `${rule}: src/${from} → src/${to}`).toSorted(),
    )
  })

  test('the payment sandbox imports no application code, and is imported in one place through its interface', () => {
    expect(violationsIn(ofSandbox)).toEqual([
      'sandbox-imported-by-payments-only: src/features/billing/b.server.ts → payment-sandbox/sandbox.ts',
      'sandbox-imported-through-its-interface: src/platform/payments/payments.server.ts → payment-sandbox/store.ts',
      'sandbox-imports-no-application-code: payment-sandbox/bad.ts → src/platform/allowed.ts',
    ])
  })

  test('threat 77: a decoder in web code turns the check red, as does code of the media process', () => {
    expect(violationsIn(ofDecoders)).toEqual([
      'decoders-in-the-media-process: src/features/files/dynamic.server.ts → node_modules/sharp/index.js',
      'decoders-in-the-media-process: src/features/files/static.server.ts → node_modules/sharp/index.js',
      'media-code-in-the-media-process: src/features/files/media.server.ts → src/platform/media/a.media.ts',
    ])
  })

  test('reading no module at all turns the check red', () => {
    expect(checkImports({})).toEqual({ status: 1, stderr: 'No module was read.\n' })
  })
})

test('a renamed column without a migration turns the check of migrations red', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const schema = join(folder, 'schema.ts')
  const [tables, drizzle] = ['src/db/schema/index.ts', 'node_modules/drizzle-orm/pg-core/index.js'].map((path) =>
    JSON.stringify(join(projectRoot, path)),
  )
  writeFileSync(
    schema,
    `export * from ${tables}\nimport { bigint, pgTable, text } from ${drizzle}
    export const rateLimit = pgTable('rate_limit', { renamed: text().primaryKey(), expire: bigint({ mode: 'number' }) })`,
  )
  const check = join(projectRoot, 'scripts/steps/migrations.mjs')
  const { status, stdout } = spawnSync(process.execPath, [check, schema], { encoding: 'utf8' })
  expect(stdout).toContain('The schema has changed')
  expect(status).toBe(1)
})

describe('the check of tests that the docs name', () => {
  const UNKNOWN_THREAT = 99
  const threats = Array.from({ length: 72 }, (_, index) => index + 1)
  const row = (number: number) =>
    `| ${number} | a threat | a measure | \`test/a.test.ts\` › threat ${number}: is handled |`
  const fault = '| a fault | an error | a line | a retry | `test/a.test.ts` › recovers |'
  const titles = [...threats.map((number) => `threat ${number}: is handled`), 'recovers']

  /** A made-up project, checked by the same script that checks ours. */
  async function checkNamedTests(
    changes: { rows?: string[]; faults?: string[]; test?: string; figures?: string } = {},
  ) {
    const folder = await temporaryFolder()
    onTestFinished(() => rm(folder, { recursive: true }))
    for (const name of ['docs', 'test', 'bench/results']) mkdirSync(join(folder, name), { recursive: true })
    const table = (rows: string[]) => ['| first | column |', '|---|---|', ...rows].join('\n')
    writeFileSync(join(folder, 'docs/security.md'), table(changes.rows ?? threats.map(row)))
    writeFileSync(join(folder, 'docs/faults.md'), table(changes.faults ?? [fault]))
    writeFileSync(join(folder, 'test/a.test.ts'), changes.test ?? titles.join('\n'))
    writeFileSync(join(folder, 'docs/reliability.md'), changes.figures ?? '`crash.stored` 20,000, `load.all.p50` 1.5')
    writeFileSync(join(folder, 'bench/results/crash.json'), '{ "stored": 20000 }')
    writeFileSync(join(folder, 'bench/results/load.json'), '{ "all": { "p50": 1.5 } }')
    const script = join(projectRoot, 'scripts/steps/namedTests.mjs')
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
    return { status, stderr: stderr.trim() }
  }

  test('passes when every threat and fault names a test that exists', async () => {
    expect(await checkNamedTests()).toEqual({ status: 0, stderr: '' })
  })

  test.each([
    ['a threat without a row', { rows: threats.slice(1).map(row) }, 'docs/security.md: threat 1 is missing'],
    ['a row twice', { rows: [1, ...threats].map(row) }, 'docs/security.md: the threats are not in order, each once'],
    [
      'a threat without a test',
      { rows: [...threats.map(row), '| 73 | a | b | |'] },
      'docs/security.md: threat 73 names no test',
    ],
    [
      'a test of another threat',
      { rows: [...threats.map(row), row(1).replace('| 1 |', '| 73 |')] },
      'docs/security.md: threat 73 is not in the name of its test: threat 1: is handled',
    ],
    [
      'a renamed test',
      { test: titles.join('\n').replace('recovers', 'comes back') },
      'docs/faults.md: a fault names a test that does not exist: test/a.test.ts › recovers',
    ],
    ['no fault', { faults: [] }, 'docs/faults.md: no fault was read'],
    [
      'a figure of an earlier run',
      { figures: '`crash.stored` 19,999' },
      'docs/reliability.md: crash.stored is 19,999, and 20000 in bench/results/crash.json',
    ],
    [
      'a figure that no benchmark has',
      { figures: '`crash.kept` 1' },
      'docs/reliability.md: crash.kept is 1, and undefined in bench/results/crash.json',
    ],
    ['no figure', { figures: '' }, 'docs/reliability.md: no figure was read'],
    [
      'a number that no row has',
      { test: [...titles, `threat ${UNKNOWN_THREAT}: is handled`].join('\n') },
      `test/a.test.ts: threat ${UNKNOWN_THREAT} has no row in docs/security.md`,
    ],
  ])('%s turns the check red', async (_, changes, problem) => {
    const { status, stderr } = await checkNamedTests(changes)
    expect(status).toBe(1)
    expect(stderr.split('\n')).toContain(problem)
  })
})

describe('the counts at the end of a test run', () => {
  const ok = "import { test } from 'vitest'\ntest('passes', () => {})"

  async function runIn(files: Record<string, string>, ...command: string[]) {
    const folder = await temporaryFolder()
    onTestFinished(() => rm(folder, { recursive: true }))
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const [script = '', ...args] = command
    const env = { ...process.env, NODE_OPTIONS: '' }
    const { status } = spawnSync(process.execPath, [join(projectRoot, 'node_modules', script), ...args], {
      cwd: folder,
      env,
    })
    const { passed, failed }: { passed: number; failed: string[] } = JSON.parse(
      readFileSync(join(folder, 'results.json'), 'utf8'),
    )
    return { status, passed, failed: failed.map((failure) => failure.split('\n')[0]).toSorted() }
  }

  test('Vitest: files that cannot be loaded, suites that do not start and unhandled errors are failures', async () => {
    const reporter = pathToFileURL(join(projectRoot, 'test/support/vitest/results.ts'))
    const results = await runIn(
      {
        'vitest.config.mjs': `import { VitestResults } from '${reporter}'
          export default { test: { reporters: [new VitestResults('results.json')] } }`,
        'good.test.ts': ok,
        'fails.test.ts': `${ok}\ntest('fails', () => { throw new Error('wrong') })\ntest.skip('is left out', () => {})`,
        'load.test.ts': `${ok}\nthrow new Error('cannot be loaded')`,
        'start.test.ts': `${ok}\nimport { beforeAll, describe } from 'vitest'
          describe('a suite', () => { beforeAll(() => { throw new Error('no') }); test('never runs', () => {}) })`,
        'stop.test.ts': `${ok}\nimport { afterAll } from 'vitest'\nafterAll(() => { throw new Error('no') })`,
        'unhandled.test.ts': `${ok}\ntest('rejects', () => { Promise.reject(new Error('unhandled')) })`,
      },
      ...['vitest/vitest.mjs', 'run', '--maxWorkers=1', '--no-isolate'],
    )
    expect(results).toEqual({
      status: 1,
      passed: 6,
      failed: [
        'fails.test.ts › fails',
        'load.test.ts › failed to load, start or stop',
        'start.test.ts › a suite: failed to start or stop',
        'stop.test.ts › failed to load, start or stop',
        'unhandled error',
      ],
    })
  })

  test('Playwright: tests that did not run and errors outside of tests are failures', async () => {
    const reporter = join(projectRoot, 'e2e/support/browserResults.ts')
    const config = `export default { testDir: '.', workers: 1, reporter: [[${JSON.stringify(reporter)}, { outputFile: 'results.json' }]] }`
    const named = (title: string) => `test('${title}', () => {})`
    const imports = "import { test } from '@playwright/test'\n"
    const command = ['@playwright/test/cli.js', 'test'] as const
    const started = await runIn(
      {
        'playwright.config.mjs': config,
        'good.spec.ts': `${imports}${named('passes')}\ntest.skip('is left out', () => {})`,
        'start.spec.ts': `${imports}test.describe('a suite', () => {
          test.beforeAll(() => { throw new Error('no') })\n${named('fails')}\n${named('waits')} })`,
      },
      ...command,
    )
    expect(started).toEqual({
      status: 1,
      passed: 1,
      failed: ['e2e/start.spec.ts › a suite › fails', 'e2e/start.spec.ts › a suite › waits: did not run'],
    })
    const broken = {
      'good.spec.ts': `${imports}${named('passes')}`,
      'load.spec.ts': "throw new Error('cannot be loaded')",
    }
    const loaded = await runIn({ 'playwright.config.mjs': config, ...broken }, ...command)
    expect(loaded).toEqual({ status: 1, passed: 0, failed: ['browser tests'] })
  })
})

describe('what the browser gets', () => {
  const client = join(projectRoot, 'dist/client')
  const scripts = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(client, name), 'utf8'))

  test('holds no server module', () => {
    expect(scripts.length).toBeGreaterThan(1)
    const traces = [
      'pg_advisory_lock',
      'drizzle-orm',
      'argon2',
      'node:crypto',
      'nodemailer',
      'DATABASE_URL',
      'APP_SECRET',
      'S3_SECRET_ACCESS_KEY',
    ]
    for (const trace of traces) expect(scripts.filter((script) => script.includes(trace))).toEqual([])
  })
})

describe('a process of the server', () => {
  const IMPORT = /(?:^|\n)(?:import|export)[^'"();]*?["'](\.[^"']+)["']/g

  /** The file and what it imports before it runs. */
  function filesAtStart(entry: string) {
    const files = new Set([join(projectRoot, 'dist/server', entry)])
    for (const file of files)
      for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) files.add(join(dirname(file), path))
    return [...files]
  }

  // Finding and opening each file takes time before the process is ready.
  test.each([
    ['web.js', 60],
    ['worker.js', 30],
  ])('starts %s from at most %i files', (entry, most) => {
    const { length } = filesAtStart(entry)
    expect(length).toBeGreaterThan(1)
    expect(length).toBeLessThanOrEqual(most)
  })

  // The first file after a pause waits until the code of its task is loaded. Everything a web process loads is 8 MB.
  test('loads less than a megabyte for a task of the media process', () => {
    const tasks = readdirSync(join(projectRoot, 'dist/server/assets')).filter((name) => /\.media-.*\.js$/.test(name))
    expect(tasks.length).toBeGreaterThan(10)
    const bytesFor = (name: string) =>
      filesAtStart(`assets/${name}`).reduce((sum, file) => sum + readFileSync(file).length, 0)
    expect(tasks.filter((name) => bytesFor(name) > 1_000_000)).toEqual([])
  })
})

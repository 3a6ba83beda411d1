import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { heapFlags, heapSettings } from '../../scripts/steps/heap.mjs'
import { variableNames } from '../../src/platform/config/env.server.ts'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { freshDatabase } from '../support/database.ts'
import { freePort, startBuiltApp, TEST_SECRET } from '../support/processes/app.ts'
import { allWork, statusesOfNativeParts } from '../support/processes/statusesOfNativeParts.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

test('the packed image contents run by themselves, with native modules and fonts', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  // With a space, as a folder's name may have one.
  const packed = join(folder, 'packed application')
  const { status, stderr } = spawnSync(process.execPath, [join(projectRoot, 'scripts/pack.mjs'), packed], {
    encoding: 'utf8',
  })
  // Packing builds first where the sources are newer, and the build has warnings.
  expect(status, stderr).toBe(0)

  const { db, url: DATABASE_URL } = await freshDatabase()
  const port = String(await freePort())
  const APP_URL = `http://localhost:${port}`
  const env = { PORT: port, APP_URL, APP_SECRET: TEST_SECRET, DATABASE_URL }
  const app = await startBuiltApp(env, 'main', packed)
  onTestFinished(async () => void (await app.stop()))
  expect(await statusesOfNativeParts(APP_URL, db)).toEqual(allWork)
})

test('the image starts as npm start does', () => {
  const image = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8')
  expect(image).toContain(`ENTRYPOINT ${JSON.stringify(['node', ...heapFlags]).replaceAll('","', '", "')}`)
  for (const [name, value] of Object.entries(heapSettings)) expect(image).toContain(`${name}=${value}`)
})

test('the files that the image is built from are in the repository and in the build context', () => {
  const lines = (name: string) => readFileSync(join(projectRoot, name), 'utf8').split('\n').filter(Boolean)
  const copied = lines('Dockerfile')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1))
  expect(copied).toContain('package-lock.json')
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: projectRoot, encoding: 'utf8' })
  const tracked = stdout.split('\n').filter(Boolean)
  const left = tracked.filter(
    (path) => !lines('.dockerignore').some((pattern) => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`)),
  )
  const isThere = (source: string) =>
    source === '.' || left.some((path) => path === source || path.startsWith(`${source}/`))
  expect(copied.filter((source) => !isThere(source))).toEqual([])
  // Asked for by the scripts that run inside the image.
  for (const path of [
    'LICENSE',
    'NOTICE',
    'src/processes/main.ts',
    'payment-sandbox/sandbox.ts',
    'vite.config.ts',
    'scripts/pack.mjs',
    'drizzle/meta/_journal.json',
    'demo/derived/manifest.json',
  ])
    expect(left).toContain(path)
})

test('the deployment examples set only variables that the application reads and their example file has', () => {
  const read = (name: string) => readFileSync(join(projectRoot, 'deploy', name), 'utf8')
  const found = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
  const manifests = ['secret.example.yaml', 'web.yaml', 'worker.yaml']
    .map((name) => read(`kubernetes/${name}`))
    .join('\n')
  const compose = read('compose.yaml')
  // Up to the first service: what follows belongs to programs that are not ours.
  const settings = compose.slice(0, compose.indexOf('\nservices:'))
  const set = [
    ...found(settings, /^ {4}([A-Z][A-Z0-9_]*):/gm),
    ...found(manifests, /^ {2}([A-Z][A-Z0-9_]*):/gm),
    ...found(manifests, /\{ name: ([A-Z][A-Z0-9_]*), value/g),
  ]
  expect(set).toEqual(expect.arrayContaining(['APP_URL', 'DATABASE_POOL_URL', 'DRAIN_SECONDS']))
  const known: readonly string[] = variableNames
  expect(set.filter((name) => !known.includes(name))).toEqual([])
  const given = found(read('.env.example'), /^(?:# )?([A-Z][A-Z0-9_]*)=/gm)
  expect([...found(compose, /\$\{([A-Z][A-Z0-9_]*)/g)].filter((name) => !given.has(name))).toEqual([])
})

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode } from './node.mjs'
import { root } from './root.mjs'

const SOURCES = [
  'src',
  'payment-sandbox',
  'public',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'package.json',
  'scripts/steps/compress.mjs',
  'scripts/steps/outside.mjs',
]
const GENERATED = join(root, 'src/routeTree.gen.ts')
/** Beside the sources, and in no build. */
const TEST = /\.test\.tsx?$/
const marker = join(root, 'dist/.built')

/** Builds the application, unless the existing build is from exactly these sources. */
export function ensureBuilt() {
  if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint()) return
  console.log('Building …')
  rmSync(marker, { force: true })
  run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn')
  run('scripts/steps/compress.mjs')
  writeFileSync(marker, fingerprint())
}

function run(script, ...args) {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(pinnedNode(), [join(root, script), ...args], { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) {
    console.error('The application could not be built.')
    process.exit(1)
  }
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesIn(join(root, source))))
    if (path !== GENERATED && !TEST.test(path)) hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  const isFolder = !/\.[a-z]+$/.test(path)
  if (!isFolder) return [path]
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]))
}

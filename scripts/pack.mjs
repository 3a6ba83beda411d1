import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled, installFor } from './steps/install.mjs'
import { neededPackages } from './steps/neededPackages.mjs'
import { readAtRunTime, unbundled } from './steps/outside.mjs'
import { root } from './steps/root.mjs'

/** What Docker calls them, where Node has another name. */
const architectures = { amd64: 'x64' }

const { positionals, values } = parseArgs({ allowPositionals: true, options: { arch: { type: 'string' } } })
const [target] = positionals
if (!target) {
  console.error('Where to? For example: npm run pack -- /tmp/property-files, or for another processor: … --arch arm64')
  process.exit(1)
}

ensureInstalled()
ensureBuilt()
const arch = architectures[values.arch] ?? (values.arch || process.arch)
if (arch === process.arch) pack(resolve(target), root)
else {
  // What is built is the same for all of them, some packages aren't.
  const folder = mkdtempSync(join(tmpdir(), 'property-files-packages-'))
  try {
    installFor(arch, folder)
    pack(resolve(target), folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies what a deployed application needs. It runs with `node dist/server/main.js` and your own PostgreSQL. */
function pack(target, installed) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const part of ['dist', 'drizzle', 'package.json', 'LICENSE', 'NOTICE']) copy(part, root, target)
  const imports = [...unbundled, ...readAtRunTime].filter((name) => name !== 'pino-pretty')
  for (const name of neededPackages(imports, installed)) copy(join('node_modules', name), installed, target)
  console.log(`Packed into ${target}`)
}

function copy(part, from, target) {
  cpSync(join(from, part), join(target, part), { recursive: true, dereference: true })
}

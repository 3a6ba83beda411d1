import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { neededPackages } from './steps/neededPackages.mjs'
import { readAtRunTime, unbundled } from './steps/outside.mjs'
import { root } from './steps/root.mjs'

const [target] = process.argv.slice(2)
if (!target) {
  console.error('Where to? For example: npm run pack -- /tmp/property-files')
  process.exit(1)
}

ensureInstalled()
ensureBuilt()
pack(resolve(target))

/** Copies what a deployed application needs. It runs with `node dist/server/main.js` and your own PostgreSQL. */
function pack(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const part of ['dist', 'drizzle', 'package.json', 'LICENSE', 'NOTICE']) copy(part, folder)
  const imports = [...unbundled, ...readAtRunTime].filter((name) => name !== 'pino-pretty')
  for (const name of neededPackages(imports)) copy(join('node_modules', name), folder)
  console.log(`Packed into ${folder}`)
}

function copy(part, folder) {
  cpSync(join(root, part), join(folder, part), { recursive: true, dereference: true })
}

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
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
  for (const name of neededPackages()) copy(join('node_modules', name), folder)
  console.log(`Packed into ${folder}`)
}

function copy(part, folder) {
  cpSync(join(root, part), join(folder, part), { recursive: true, dereference: true })
}

/** With their dependencies. Optional ones are included if they are installed for this platform. */
function neededPackages() {
  const found = new Set()
  const look = (name) => {
    if (found.has(name) || !existsSync(join(root, 'node_modules', name))) return
    found.add(name)
    const { dependencies = {}, optionalDependencies = {} } = read(join('node_modules', name, 'package.json'))
    for (const next of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) look(next)
  }
  for (const entry of [...unbundled, ...readAtRunTime]) if (entry !== 'pino-pretty') look(packageOf(entry))
  return found
}

function packageOf(entry) {
  const words = entry.split('/')
  return words.slice(0, entry.startsWith('@') ? 2 : 1).join('/')
}

function read(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

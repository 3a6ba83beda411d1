import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { root } from './root.mjs'

// No package needs its install script, and a malicious one could do anything.
const FLAGS = ['--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
const marker = join(root, 'node_modules/.installed')

/** Installs the packages of the lock file, unless exactly those are there already. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  console.log('Installing packages …')
  const { status } = npm(['ci', ...FLAGS], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) {
    console.error('The packages could not be installed.')
    process.exit(1)
  }
  writeFileSync(marker, wanted)
}

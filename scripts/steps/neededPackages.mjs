import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The packages of these imports, with their dependencies. Optional ones are included if they are installed in this folder. */
export function neededPackages(imports, folder = root) {
  const found = new Set()
  const look = (name) => {
    if (found.has(name) || !existsSync(join(folder, 'node_modules', name))) return
    found.add(name)
    const { dependencies = {}, optionalDependencies = {} } = readManifest(join(folder, 'node_modules', name))
    for (const next of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) look(next)
  }
  for (const name of imports) look(packageOf(name))
  return found
}

function packageOf(imported) {
  const words = imported.split('/')
  return words.slice(0, imported.startsWith('@') ? 2 : 1).join('/')
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder that holds package.json, whether this runs from `src` or from `dist`. */
export const projectRoot = findRoot(import.meta.dirname)

/** Of this build, from package.json. */
export const applicationVersion: string = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json not found above the running code')
  return findRoot(parent)
}

import { spawnSync } from 'node:child_process'
import { root } from './root.mjs'

/** Runs the npm that started this script, or the one in the PATH. */
export function npm(args, options = {}) {
  const own = process.env.npm_execpath
  const [command, first] = own ? [process.execPath, [own]] : ['npm', []]
  return spawnSync(command, [...first, ...args], { cwd: root, encoding: 'utf8', ...options })
}

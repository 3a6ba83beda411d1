import { spawnSync } from 'node:child_process'
import { root } from './root.mjs'

/** Runs npm: the one that started us, or the one that is found by name. */
export function npm(args, options = {}) {
  const own = process.env.npm_execpath
  const [command, first] = own ? [process.execPath, [own]] : ['npm', []]
  return spawnSync(command, [...first, ...args], { cwd: root, encoding: 'utf8', ...options })
}

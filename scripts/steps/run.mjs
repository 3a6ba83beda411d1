import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode } from './node.mjs'
import { root } from './root.mjs'

/**
 * Runs a script with the pinned Node in place of this process: signals are forwarded, and its exit code becomes ours.
 * The IPC channel closes if this process is killed (kill -9), so that the script notices and stops what it started.
 */
export function runUnderPinnedNode(args, env = {}) {
  const isDevelopment = process.env.NODE_ENV !== 'production'
  const dotEnv = isDevelopment && existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  const child = spawn(pinnedNode(), [...dotEnv, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  if (process.env.npm_lifecycle_event) stopWithNpm(child)
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** A SIGTERM to npm ends npm and its shell but does not reach this process, so it watches its parent. */
function stopWithNpm(child) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 300).unref()
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode } from './node.mjs'
import { root } from './root.mjs'

/**
 * Runs a script under the pinned Node in place of this process: signals go on to it, and its exit code is ours.
 * The channel between the two tells it when we die without a word (kill -9), so that it stops what it started.
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

/** A SIGTERM for npm ends npm and its shell but does not reach us; we notice that our parent has gone. */
function stopWithNpm(child) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 300).unref()
}

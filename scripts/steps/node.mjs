import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const WANTED = 24

/** The Node that everything runs with: the pinned one if npm has it for this platform, else the current one if it is new enough. */
export function pinnedNode() {
  const pinned = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= WANTED) return process.execPath
  console.error(
    `Property Files runs on Node ${WANTED} or newer; this is ${process.version}, and there is none to install here.`,
  )
  process.exit(1)
}

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { breakingStatements } from './breaking.mjs'
import { pinnedNode } from './node.mjs'
import { root } from './root.mjs'

/** Generates migrations into a copy: a new file means that the schema changed without a migration. */
const copy = mkdtempSync(join(tmpdir(), 'property-files-migrations-'))
try {
  cpSync(join(root, 'drizzle'), copy, { recursive: true })
  const before = readdirSync(copy).length
  const flags = ['--dialect', 'postgresql', '--schema', './src/db/schema/index.ts', '--out', relative(root, copy)]
  const { status, stderr } = spawnSync(
    pinnedNode(),
    [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate', ...flags],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const isComplete = status === 0 && readdirSync(copy).length === before
  console.log(
    isComplete ? 'Every table has its migration.' : `The schema has changed: run drizzle-kit generate. ${stderr}`,
  )
  process.exitCode = isComplete ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

const migrations = readdirSync(join(root, 'drizzle')).filter((name) => name.endsWith('.sql'))
for (const name of migrations)
  for (const statement of breakingStatements(name, readFileSync(join(root, 'drizzle', name), 'utf8'))) {
    console.log(`${name} breaks the version that still serves; see docs/operations.md, Upgrade: ${statement}`)
    process.exitCode = 1
  }

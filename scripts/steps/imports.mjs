import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { root } from './root.mjs'

/** Checks the import rules in a folder. Finding no modules is a failure too, so that the check cannot silently stop working. */
const folder = resolve(process.argv[2] ?? root)
process.chdir(folder)

const { cruise } = await import('dependency-cruiser')
const extractTSConfig = (await import('dependency-cruiser/config-utl/extract-ts-config')).default
const { options, ...ruleSet } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))
const tsConfig = extractTSConfig(join(root, 'tsconfig.json'))
const folders = ['src', 'payment-sandbox'].filter((name) => existsSync(name))
const { output } = await cruise(folders, { ...options, tsConfig: undefined, ruleSet, validate: true }, undefined, {
  tsConfig,
})

for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
if (output.summary.totalCruised === 0) console.error('No module was read.')
else console.log(`${output.summary.totalCruised} modules, ${output.summary.violations.length} violations`)
process.exit(output.summary.totalCruised === 0 || output.summary.violations.length > 0 ? 1 : 0)

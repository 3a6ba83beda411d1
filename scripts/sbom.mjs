// Writes dist/sbom.json, a CycloneDX list of the production packages, from the lock file.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './steps/npm.mjs'
import { root } from './steps/root.mjs'

const { status, stdout, stderr } = npm(
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev', '--package-lock-only'],
  { maxBuffer: 100_000_000 },
)
if (status !== 0) {
  console.error(stderr)
  process.exit(1)
}
mkdirSync(join(root, 'dist'), { recursive: true })
writeFileSync(join(root, 'dist/sbom.json'), stdout)
console.log(`dist/sbom.json: ${JSON.parse(stdout).components.length} packages`)

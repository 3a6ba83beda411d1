import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#platform/paths.server.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

/** A made-up tree, checked by the same script that checks ours. */
async function checkImports(files: Record<string, string>) {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports: { '#*': './src/*' } }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'src', name)), { recursive: true })
    writeFileSync(join(folder, 'src', name), text)
  }
  const script = join(projectRoot, 'scripts/steps/imports.mjs')
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  return { status, stderr }
}

describe('the arrow of imports', () => {
  const ok = 'export const x = 1'

  test('an import along the arrow passes', async () => {
    const tree = {
      'platform/a.ts': ok,
      'features/leads/b.ts': "import { x } from '#platform/a.ts'\nexport const y = x",
    }
    expect(await checkImports(tree)).toEqual({ status: 0, stderr: '' })
  })

  test.each([
    ['db-knows-nobody', 'db/a.ts', 'platform/b.ts'],
    ['platform-knows-no-feature', 'platform/a.ts', 'features/leads/b.ts'],
    ['ui-knows-no-feature', 'ui/a.tsx', 'features/leads/b.ts'],
    ['marketing-knows-no-feature', 'marketing/a.tsx', 'features/leads/b.ts'],
    ['features-know-no-route', 'features/leads/a.ts', 'routes/b.tsx'],
    ['features-meet-in-routes', 'features/leads/a.ts', 'features/files/b.ts'],
    ['pages-hold-no-sql', 'routes/a.tsx', 'db/b.ts'],
  ])('%s: a planted violation turns the check red', async (rule, from, to) => {
    const { status, stderr } = await checkImports({
      [to]: ok,
      [from]: `import { x } from '#${to}'\nexport const y = x`,
    })
    expect(status).toBe(1)
    expect(stderr).toContain(`${rule}: src/${from} → src/${to}`)
  })

  test('reading no module at all turns the check red', async () => {
    expect(await checkImports({})).toEqual({ status: 1, stderr: 'No module was read.\n' })
  })
})

describe('what the browser gets', () => {
  const client = join(projectRoot, 'dist/client')
  const scripts = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(client, name), 'utf8'))

  test('holds no server module', () => {
    expect(scripts.length).toBeGreaterThan(1)
    const traces = [
      'pg_advisory_lock',
      'drizzle-orm',
      'argon2',
      'node:crypto',
      'nodemailer',
      'DATABASE_URL',
      'APP_SECRET',
      'S3_SECRET_ACCESS_KEY',
    ]
    for (const trace of traces) expect(scripts.filter((script) => script.includes(trace))).toEqual([])
  })
})

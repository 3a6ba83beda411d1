import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8')

interface Lock {
  packages: Record<string, { version?: string }>
}
const { packages }: Lock = JSON.parse(read('package-lock.json'))

/** Every copy of a package, in any folder. */
const versionsOf = (name: string) =>
  Object.entries(packages)
    .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
    .map(([, { version = '' }]) => version)

const isAtLeast = (version: string, floor: string) =>
  version.localeCompare(floor, 'en', { numeric: true }) >= 0 && !version.includes('-')

describe('the packages', () => {
  test('are pinned exactly', () => {
    const manifest = JSON.parse(read('package.json'))
    const versions = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
    expect(
      versions.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))),
    ).toEqual([])
  })

  test('do not name a registry', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"')
  })

  test('that are shipped have permissive licences or a reason, and are in the list', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/licences.mjs', '--check'], {
      cwd: projectRoot,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  // The first versions without the holes that were found in them.
  test.each([
    ['seroval', '1.5.3'],
    ['drizzle-orm', '0.45.2'],
    ['nodemailer', '9.1.1'],
    ['file-type', '21.3.2'],
    ['pdfjs-dist', '4.2.67'],
  ])('every copy of %s is at least %s', (name, floor) => {
    const versions = versionsOf(name)
    expect(versions.length).toBeGreaterThan(0)
    expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([])
  })
})

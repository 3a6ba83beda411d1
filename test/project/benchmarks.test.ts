import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'

test('what benchmarks import loads in Node without a build', () => {
  const imported = globSync('bench/*.bench.ts', { cwd: projectRoot }).flatMap((path) =>
    [...readFileSync(join(projectRoot, path), 'utf8').matchAll(/^(?:import|\}) .*from '(\.[^']+)'$/gm)].map(
      ([, name = '']) => resolve(projectRoot, dirname(path), name),
    ),
  )
  const urls = [...new Set(imported)].map((path) => pathToFileURL(path).href)
  expect(urls.length).toBeGreaterThan(20)
  const script = `for (const url of ${JSON.stringify(urls)}) await import(url)\nprocess.exit()`
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
})

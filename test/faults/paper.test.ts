import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

const rows = read('docs/faults.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| fault |'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, fault = '', , , , shown = '']) => ({ fault, shown: /^`([^`]+)` › (.+)$/.exec(shown) }))

test('the table of faults has rows', () => expect(rows.length).toBeGreaterThan(10))

test.each(rows)('$fault: is shown by a test that exists', ({ shown }) => {
  const [, path = '', title = ''] = shown ?? []
  expect(existsSync(join(projectRoot, path)), path).toBe(true)
  expect(read(path)).toContain(title)
})

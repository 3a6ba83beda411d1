import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../src/platform/config/projectRoot.server.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

interface Row {
  number: number
  shown: { path: string; title: string }[]
}

const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line): Row => {
    const [, number, , , shown = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const tests = [...shown.matchAll(/`([^`]+)` › (.+?)(?=<br>|$)/g)]
    return { number: Number(number), shown: tests.map(([, path = '', title = '']) => ({ path, title })) }
  })

const testFiles = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'e2e/**/*.spec.ts'], { cwd: projectRoot })

describe('the table of threats', () => {
  test('has its rows in order, each once', () => {
    const numbers = rows.map(({ number }) => number)
    expect(numbers.slice(0, 72)).toEqual(Array.from({ length: 72 }, (_, index) => index + 1))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  test('leaves nothing open', () => {
    expect(rows.filter(({ shown }) => shown.length === 0)).toEqual([])
  })

  test.each(rows)('row $number is shown by tests that exist', (row) => {
    for (const { path, title } of row.shown) {
      expect(existsSync(join(projectRoot, path)), path).toBe(true)
      expect(read(path), `${path} › ${title}`).toContain(title)
      expect(title).toMatch(new RegExp(`\\bthreat ${row.number}\\b`))
    }
  })

  test('knows every number that a test names', () => {
    const named = testFiles
      .flatMap((path) => [...read(path).matchAll(/\bthreat (\d+)\b/g)])
      .map(([, number]) => Number(number))
    const known = rows.map(({ number }) => number)
    expect(named.filter((number) => !known.includes(number))).toEqual([])
    expect(named.length).toBeGreaterThan(known.length)
  })
})

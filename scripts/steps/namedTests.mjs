import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './root.mjs'

/**
 * docs/security.md and docs/faults.md say which test shows each claim. Checks that every row names tests that exist, and that every
 * threat that a test names has a row. docs/reliability.md has the figures of benchmarks: they are those of the last run.
 */
const folder = resolve(process.argv[2] ?? root)
const read = (path) => readFileSync(join(folder, path), 'utf8')
const problems = []

/** These are the threats of the specification; later ones are our own and may have gaps. */
const SPECIFIED_THREATS = 72
const threats = tableRows('docs/security.md').map(([number, , , shown = '']) => ({ number: Number(number), shown }))
const faults = tableRows('docs/faults.md').map(([fault, , , , shown = '']) => ({ fault, shown }))

const numbers = threats.map(({ number }) => number)
if (numbers.some((number, index) => index > 0 && number <= numbers[index - 1]))
  problems.push('docs/security.md: the threats are not in order, each once')
for (let number = 1; number <= SPECIFIED_THREATS; number++)
  if (!numbers.includes(number)) problems.push(`docs/security.md: threat ${number} is missing`)
for (const { number, shown } of threats)
  for (const { title } of checkNamedTests(`docs/security.md: threat ${number}`, shown))
    if (!new RegExp(`\\bthreat ${number}\\b`).test(title))
      problems.push(`docs/security.md: threat ${number} is not in the name of its test: ${title}`)

if (faults.length === 0) problems.push('docs/faults.md: no fault was read')
for (const { fault, shown } of faults) checkNamedTests(`docs/faults.md: ${fault}`, shown)

for (const path of globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'e2e/**/*.spec.ts'], { cwd: folder }))
  for (const [, number] of read(path).matchAll(/\bthreat (\d+)\b/g))
    if (!numbers.includes(Number(number))) problems.push(`${path}: threat ${number} has no row in docs/security.md`)

const figures = [...read('docs/reliability.md').matchAll(/`([a-zA-Z]+)\.([a-zA-Z0-9.]+)` (\d[\d,]*(?:\.\d+)?)/g)]
if (figures.length === 0) problems.push('docs/reliability.md: no figure was read')
for (const [, bench, key, written] of figures) {
  const path = `bench/results/${bench}.json`
  const results = existsSync(join(folder, path)) ? JSON.parse(read(path)) : {}
  const found = key.split('.').reduce((part, name) => part?.[name], results)
  if (found !== Number(written.replaceAll(',', '')))
    problems.push(`docs/reliability.md: ${bench}.${key} is ${written}, and ${found} in ${path}`)
}

for (const problem of problems) console.error(problem)
console.log(
  `${threats.length} threats, ${faults.length} faults, ${figures.length} figures, ${problems.length} problems`,
)
process.exit(problems.length > 0 ? 1 : 0)

/** The cells of each row, without the head of the table. */
function tableRows(path) {
  return read(path)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, ...cells]) => cells)
}

/** The tests that a cell names, as `file` › title, one a line. */
function checkNamedTests(row, shown) {
  const tests = [...shown.matchAll(/`([^`]+)` › (.+?)(?=<br>|$)/g)].map(([, path, title]) => ({ path, title }))
  if (tests.length === 0) problems.push(`${row} names no test`)
  for (const { path, title } of tests)
    if (!existsSync(join(folder, path)) || !read(path).includes(title))
      problems.push(`${row} names a test that does not exist: ${path} › ${title}`)
  return tests
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the results to bench/results and prints them as one JSON line. */
export function report(name: string, figures: Record<string, unknown>) {
  const folder = join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`)
  console.log(JSON.stringify(figures))
}

export function median(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

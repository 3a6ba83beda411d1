import { writtenNumber } from '#ui/formats.ts'

const MOST_LINES = 3

/** A few round numbers from zero to at least the greatest. Things are counted, so there are no halves. */
export function ticks(greatest: number) {
  const atLeast = Math.max(1, greatest) / MOST_LINES
  const power = 10 ** Math.max(0, Math.floor(Math.log10(atLeast)))
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= atLeast) ?? 10 * power
  const lines = Math.max(1, Math.ceil(greatest / step))
  return Array.from({ length: lines + 1 }, (_, line) => line * step)
}

/** "250", "1.5K": fits beside the chart. */
export const tickWords = (tick: number) => writtenNumber(tick, { notation: 'compact', maximumFractionDigits: 1 })

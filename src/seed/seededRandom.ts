/** A seeded generator, so that the demo looks the same everywhere. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** mulberry32: from 0 up to, but not including, 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const weighted = <T>(choices: readonly (readonly [T, number])[]): T => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [choice, weight] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    throw new Error('Nothing to choose from.')
  }

  const eightDigits = () =>
    Math.floor(next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')

  return {
    next,
    weighted,
    chance: (probability: number) => next() < probability,
    /** A whole number, both ends included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(choices: readonly T[]): T => weighted(choices.map((choice) => [choice, 1] as const)),
    hex: (digits: number) =>
      Array.from({ length: Math.ceil(digits / 8) }, eightDigits)
        .join('')
        .slice(0, digits),
  }
}

export type Random = ReturnType<typeof createRandom>

import { expect, test } from 'vitest'
import { cardAccentColours } from './AgentCard.tsx'

test.each(Object.values(cardAccentColours))('$name is readable on white', ({ colour }) => {
  expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.5)
})

/** As WCAG defines it. */
function luminance(colour: string) {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

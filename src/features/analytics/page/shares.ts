import { writtenNumber } from '#ui/formats.ts'

const whole = { style: 'percent' } as const
const fine = { style: 'percent', maximumFractionDigits: 1 } as const

/** "45%"; small ones keep a decimal: "2.4%", and something is never nothing: "<0.1%". */
export const percent = (share: number) =>
  share > 0 && share < 0.0005 ? `<${writtenNumber(0.001, fine)}` : writtenNumber(share, share < 0.1 ? fine : whole)

/** Of nothing, nothing. */
export const shareOf = (part: number, all: number) => (all === 0 ? 0 : part / all)

const whole = new Intl.NumberFormat('en-NZ', { style: 'percent' })
const fine = new Intl.NumberFormat('en-NZ', { style: 'percent', maximumFractionDigits: 1 })

/** "45%"; small ones keep a decimal: "2.4%", and something is never nothing: "<0.1%". */
export const percent = (share: number) =>
  share > 0 && share < 0.0005 ? `<${fine.format(0.001)}` : (share < 0.1 ? fine : whole).format(share)

/** Of nothing, nothing. */
export const shareOf = (part: number, all: number) => (all === 0 ? 0 : part / all)

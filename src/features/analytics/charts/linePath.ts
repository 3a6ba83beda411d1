/** Lines are drawn on a sheet of 100 by 100 and stretched to their place, so that the server can draw them without knowing it. */
export const SHEET = '0 0 100 100'

const places = (values: readonly number[], across: (index: number) => number, top: number) =>
  values.map((value, index) => `${round(across(index))},${round(100 - (value / top) * 100)}`)

export const linePath = (...of: Parameters<typeof places>) => `M${places(...of).join('L')}`

/** The same, closed along the ground. */
export const areaPath = (...of: Parameters<typeof places>) => {
  const [values, across] = of
  return `${linePath(...of)}L${round(across(values.length - 1))},100L${round(across(0))},100Z`
}

/** From edge to edge; one alone stands in the middle. */
export const edgeToEdge = (count: number) => (index: number) => (count > 1 ? (index / (count - 1)) * 100 : 50)

/** Each in the middle of a column. */
export const inColumns = (count: number) => (index: number) => ((index + 0.5) / count) * 100

const round = (number: number) => Math.round(number * 100) / 100

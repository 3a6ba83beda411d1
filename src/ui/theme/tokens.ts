/**
 * The product's design tokens. The theme is built from them, and code without theme and CSS variables (emails, drawings)
 * imports them. Style sheets use the variables.
 */

/** Mantine's teal 9: lighter teal does not reach 4.5:1 on white. */
export const teal = '#087f5b'

/** Slightly cool, to go with white cards and teal. Shade 6 is the lightest with enough contrast for text (4.5:1). */
export const gray = [
  '#f6f8f8',
  '#eef1f2',
  '#e3e8ea',
  '#d3dade',
  '#b8c2c8',
  '#8e9aa2',
  '#5f6c74',
  '#475259',
  '#2c363c',
  '#161e22',
] as const

export const pageBackground = '#fafbfb'
export const darkPageBackground = '#111716'

export const fontFamily = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif"

/** Every icon of the product, so that they look like one set. */
export const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

/** Our logo on a square of 28: a file with a roof. As paths, because the poster draws it too. */
export const logoShape = {
  size: 28,
  radius: 8,
  colour: teal,
  house: 'M7.5 13.2 14 7.5l6.5 5.7v6.3a1.5 1.5 0 0 1-1.5 1.5H9a1.5 1.5 0 0 1-1.5-1.5z',
  lines: 'M11 15.25h6M11 18h3.75',
  stroke: 1.5,
}

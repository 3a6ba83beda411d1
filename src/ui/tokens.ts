/**
 * The values behind the look of the product. The theme is made of them, and what knows neither theme nor variables (mails, drawings)
 * takes them from here. Style sheets say them as variables.
 */

/** Mantine's teal 9: lighter teal does not reach 4.5:1 on white. */
export const teal = '#087f5b'

/** Slightly cool, so that white cards and teal sit together. Shade 6 is the lightest that reads on the page (4.5:1). */
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

export const fontFamily = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif"

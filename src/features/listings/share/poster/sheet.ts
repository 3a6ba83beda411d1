/** A4 in points, with margins that every office printer keeps. */
export const sheet = { width: 595.28, height: 841.89 }
const MARGIN = 42

/** What may be printed on. */
export const page = {
  left: MARGIN,
  top: MARGIN,
  width: sheet.width - 2 * MARGIN,
  right: sheet.width - MARGIN,
  bottom: sheet.height - MARGIN,
}

export const GAP = 24

export const colour = {
  teal: '#087f5b',
  mint: '#c3fae8',
  white: '#ffffff',
  text: '#161e22',
  quiet: '#5f6c74',
  line: '#e3e8ea',
}

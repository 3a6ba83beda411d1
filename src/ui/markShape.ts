import { teal } from './tokens.ts'

/** Our sign on a square of 28: a file with a roof. As paths, because the poster draws it too. */
export const logoShape = {
  size: 28,
  radius: 8,
  colour: teal,
  house: 'M7.5 13.2 14 7.5l6.5 5.7v6.3a1.5 1.5 0 0 1-1.5 1.5H9a1.5 1.5 0 0 1-1.5-1.5z',
  lines: 'M11 15.25h6M11 18h3.75',
  stroke: 1.5,
}

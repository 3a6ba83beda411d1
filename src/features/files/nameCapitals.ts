import { withoutDates } from './nameDates.ts'

const LOWER_CASE_WORDS = new Set(['and', 'at', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])
const ABBREVIATIONS = new Set('adls bc ccc cct coc ct cv dp eqc gst gv lbp lim lt nz nzs pim qv reinz rt rv'.split(' '))

/** A name all in capitals, or with none, gets them where they belong. One that has both was written with care. */
export function withCapitals(name: string) {
  const written = withoutDates(name)
  const isWritten = /\p{Lu}/u.test(written) && /\p{Ll}/u.test(written)
  const words = isWritten ? name : name.replace(/[^\s,]+/gu, (word, at) => capitalise(word, at === 0))
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

function capitalise(word: string, isFirst: boolean) {
  const lower = word.toLowerCase()
  if (/\d/.test(word) || ABBREVIATIONS.has(lower)) return word.toUpperCase()
  if (LOWER_CASE_WORDS.has(lower) && !isFirst) return lower
  return lower.replace(/\p{L}/u, (letter) => letter.toUpperCase())
}

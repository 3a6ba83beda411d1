import { MAX_SLUG_LENGTH } from './listings.ts'

/** "14 Kōwhai Rise, Karori" → "14-kowhai-rise-karori". */
export function slugFrom(title: string) {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return trimHyphens(trimHyphens(words).slice(0, MAX_SLUG_LENGTH)) || 'listing'
}

/** "rata-street", "rata-street-2", "rata-street-3" … */
export function numberedSlug(slug: string, number: number) {
  if (number < 2) return slug
  const ending = `-${number}`
  return trimHyphens(slug.slice(0, MAX_SLUG_LENGTH - ending.length)) + ending
}

const trimHyphens = (text: string) => text.replace(/^-+|-+$/g, '')

/** The name of the first value that holds NUL or half of a surrogate pair, which PostgreSQL cannot store. */
export function findOddText(value: unknown, name = 'data'): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? name : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const odd = findOddText(key, name) ?? findOddText(inner, key)
    if (odd) return odd
  }
  return undefined
}

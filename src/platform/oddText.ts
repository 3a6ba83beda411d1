/** The name of the first value that holds NUL or half of a surrogate pair, which PostgreSQL cannot store. */
export function findInvalidText(value: unknown, name = 'data', seen = new Set<object>()): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? name : undefined
  // What travels between us may go in a circle.
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined
  seen.add(value)
  for (const [key, inner] of Object.entries(value)) {
    const odd = findInvalidText(key, name) ?? findInvalidText(inner, key, seen)
    if (odd) return odd
  }
  return undefined
}

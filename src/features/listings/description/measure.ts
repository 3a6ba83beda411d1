const MAX_DESCRIPTION = { depth: 20, nodes: 5_000, bytes: 200_000 }

export const TOO_LONG = 'This description is too long. Please shorten it'
export const TOO_DEEP = 'These lists and quotes are nested too deeply. Please move some of them out'

interface PendingValue {
  value: unknown
  depth: number
  isNode: boolean
}

/**
 * Says what is too much about a description, before anything else reads it. Without recursion, so that no depth ends
 * the process, and counting while it walks, so that a part that is shared a thousand times counts a thousand times.
 */
export function findExcess(description: unknown): string | undefined {
  const waiting: PendingValue[] = [{ value: description, depth: 1, isNode: true }]
  let nodes = 0
  let bytes = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth, isNode } = next
    if (typeof value === 'string') bytes += value.length
    if (typeof value === 'object' && value !== null) {
      if (isNode) nodes += 1
      for (const [key, inner] of Object.entries(value)) {
        bytes += 1
        if (isNode && key === 'content' && Array.isArray(inner))
          for (const child of inner) waiting.push({ value: child, depth: depth + 1, isNode: true })
        else waiting.push({ value: inner, depth, isNode: false })
        if (waiting.length > MAX_DESCRIPTION.bytes) return TOO_LONG
      }
    }
    if (nodes > MAX_DESCRIPTION.nodes || bytes > MAX_DESCRIPTION.bytes) return TOO_LONG
    if (depth > MAX_DESCRIPTION.depth) return TOO_DEEP
  }
  return undefined
}

/** Exact, but only for what is known to be of moderate depth and size. */
export const isTooLarge = (description: unknown) =>
  new TextEncoder().encode(JSON.stringify(description)).length > MAX_DESCRIPTION.bytes

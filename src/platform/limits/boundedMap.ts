/** A map that keeps the most recently used entries, up to a limit. */
export function boundedMap<Key, Value>(maxEntries: number) {
  const kept = new Map<Key, Value>()
  return {
    get(key: Key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key: Key, value: Value) {
      kept.set(key, value)
      if (kept.size > maxEntries) kept.delete(kept.keys().next().value as Key)
      return value
    },
  }
}

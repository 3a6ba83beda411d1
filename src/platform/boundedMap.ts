/** Remembers what was used last, and no more than so many. */
export function boundedMap<Key, Value>(most: number) {
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
      if (kept.size > most) kept.delete(kept.keys().next().value as Key)
      return value
    },
  }
}

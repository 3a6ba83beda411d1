import { useState } from 'react'

/** Several things of a list chosen at once. One that is gone is no longer chosen. */
export function useSelection<Shown extends { id: string }>(shown: readonly Shown[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = shown.filter(({ id }) => ids.has(id))
  return {
    chosen,
    has: (id: string) => ids.has(id),
    toggle: (id: string) => setIds((before) => (before.has(id) ? withoutId(before, id) : new Set([...before, id]))),
    all: () => setIds(new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

const withoutId = (ids: ReadonlySet<string>, gone: string) => new Set([...ids].filter((id) => id !== gone))

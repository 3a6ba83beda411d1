import { missing } from './errors.ts'
import type { List } from './records.ts'

interface Page {
  limit: number
  starting_after?: string
  ending_before?: string
}

export const listOf = <T>(url: string, data: T[]): List<T> => ({ object: 'list', url, has_more: false, data })

/** Newest first, a page at a time. */
export function pageOf<T extends { id: string }>(url: string, oldestFirst: T[], page: Page): List<T> {
  const all = oldestFirst.toReversed()
  const indexOf = (id: string, param: string) => {
    const index = all.findIndex((record) => record.id === id)
    if (index < 0) throw missing('object', id, param)
    return index
  }
  if (page.ending_before) {
    const before = all.slice(0, indexOf(page.ending_before, 'ending_before'))
    return { ...listOf(url, before.slice(-page.limit)), has_more: before.length > page.limit }
  }
  const rest = page.starting_after ? all.slice(indexOf(page.starting_after, 'starting_after') + 1) : all
  return { ...listOf(url, rest.slice(0, page.limit)), has_more: rest.length > page.limit }
}

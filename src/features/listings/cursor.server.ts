import * as z from 'zod/mini'
import { invalidInput } from '#platform/errors.ts'
import { findOddText } from '#platform/oddText.ts'
import type { ListingSort } from './listingChoices.ts'

/** Where the last page ended. Travels through the browser, so it is not believed. */
export interface Cursor {
  sort: ListingSort
  key: string
  id: string
}

/** Microseconds since 1970, as PostgreSQL counts them. */
const Moment = z.string().check(z.regex(/^\d{1,16}$/))
const Id = z.string().check(z.regex(/^list_\w{1,40}$/))
const shapes = {
  changed: z.tuple([z.literal('changed'), Moment, Id]),
  created: z.tuple([z.literal('created'), Moment, Id]),
  title: z.tuple([z.literal('title'), z.string(), Id]),
}

export const writeCursor = ({ sort, key, id }: Cursor) =>
  Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')

export function readCursor(sort: ListingSort, cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined
  const parsed = shapes[sort].safeParse(fromJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  if (!parsed.success || findOddText(parsed.data)) throw badCursor()
  const [, key, id] = parsed.data
  return { sort, key, id }
}

const badCursor = () => invalidInput({ cursor: 'Not a place in this list' })

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

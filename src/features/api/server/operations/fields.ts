import * as z from 'zod/mini'

/** A time in a response: RFC 3339 in UTC. */
export const ResponseTime = z.iso.datetime()

/** A number in a query string. */
const queryInteger = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'Please send a whole number')),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  )

export const pageQuery = {
  limit: z._default(queryInteger(1, 100), 50),
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
}

/** A page of a list. `next` is null on the last one. */
export const pageSchema = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ data: z.array(item), next: z.nullable(z.string()) })

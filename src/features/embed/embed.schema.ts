import * as z from 'zod/mini'
import { ListingIdOrSlugInput } from '#features/listings/listings.schema.ts'

export const EmbedInput = z.strictObject({ ...ListingIdOrSlugInput.shape, isPreview: z.boolean() })
export type EmbedInput = z.infer<typeof EmbedInput>

const MAX_SITES = 20
const MAX_SITES_LENGTH = 5_000

/** Exactly what may be in a header: a name of at least two parts and perhaps a port. No wildcard, address or path. */
const PUBLIC_SITE =
  /^https:\/\/(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})(?::\d{1,5})?$/
const LOCAL_SITE = /^http:\/\/(?:localhost|[a-z\d-]+\.localhost|127\.0\.0\.1)(?::\d{1,5})?$/

/** A site on the developer's own computer, which only an application that runs there accepts. */
export const isLocalSite = (site: string) => LOCAL_SITE.test(site)

/** "www.example.co.nz/sale" becomes "https://www.example.co.nz". Nothing for what is no website. */
export function normaliseSite(typed: string) {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  if (!url || url.username || url.password) return undefined
  return PUBLIC_SITE.test(url.origin) || isLocalSite(url.origin) ? url.origin : undefined
}

const linesIn = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** One site on each line, as an agent types them. */
export const EmbedSitesInput = z.strictObject({
  sites: z.pipe(
    z.string().check(
      z.maxLength(MAX_SITES_LENGTH, `Please enter at most ${MAX_SITES} websites`),
      z.refine((text) => linesIn(text).every((line) => normaliseSite(line) !== undefined), {
        error: ({ input }) => {
          const wrong = linesIn(String(input)).find((line) => normaliseSite(line) === undefined)
          return `Please enter websites that start with https://. “${wrong?.slice(0, 100)}” isn’t one.`
        },
      }),
      z.refine((text) => linesIn(text).length <= MAX_SITES, `Please enter at most ${MAX_SITES} websites`),
    ),
    z.transform((text: string) => [...new Set(linesIn(text).flatMap((line) => normaliseSite(line) ?? []))]),
  ),
})
export type EmbedSites = z.infer<typeof EmbedSitesInput>

/** What an agency puts on its page. */
export const embedSnippet = (appUrl: string, listingId: string) =>
  `<script async src="${appUrl}/embed.js" data-listing="${listingId}"></script>`

export const embedPath = (idOrSlug: string) => `/embed/${encodeURIComponent(idOrSlug)}`

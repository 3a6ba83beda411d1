import { z } from 'zod'

/** How a public address names a listing: by its id or by its slug. */
export const ListingAddress = z.strictObject({ id: z.string().min(1).max(200) })

/** What everybody may know of a published listing. */
export interface PublicListing {
  id: string
  title: string
  subtitle: string
  description: z.infer<ReturnType<typeof z.json>>
  slug: string
}

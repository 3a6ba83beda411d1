import * as z from 'zod/mini'
import { ChannelId, ListingId } from '#platform/input/fieldSchemas.ts'
import type { ChannelKind } from '#values/channelKinds.ts'
import { oneLineSchema } from '../questions/questions.schema.ts'

export const MAX_LINK_NAME_LENGTH = 60
/** Of one listing, archived ones included: what is printed works for ever. */
export const MAX_OWN_LINKS = 50

export const LinkName = z.strictObject({
  name: oneLineSchema(MAX_LINK_NAME_LENGTH).check(z.minLength(1, 'Please enter a name')),
})
export const AddLinkInput = z.strictObject({ listingId: ListingId, ...LinkName.shape })
export type AddLinkInput = z.infer<typeof AddLinkInput>
export const RenameLinkInput = z.strictObject({ id: ChannelId, ...LinkName.shape })
export type RenameLinkInput = z.infer<typeof RenameLinkInput>
export const ArchiveLinkInput = z.strictObject({ id: ChannelId, isArchived: z.boolean() })
export type ArchiveLinkInput = z.infer<typeof ArchiveLinkInput>

/** A link of a listing, with what came by it in the last 30 days. */
export interface ListingLink {
  id: string
  kind: ChannelKind
  /** The agent's own name for it. */
  name: string
  url: string
  isArchived: boolean
  views: number
  leads: number
}

import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import { channel, isListing, isOfListing, type ListingKey, listing, toListingKey } from '#db/schema/listings.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { invalidInput, notFound, unavailable } from '#platform/errors.ts'
import { countRecentByChannel } from '#platform/events/eventSums.server.ts'
import { type ChannelKind, channelKinds, standardChannelKinds } from '#values/channelKinds.ts'
import { shortLinkUrl } from '../listingUrls.ts'
import {
  type AddLinkInput,
  type ArchiveLinkInput,
  type ListingLink,
  MAX_OWN_LINKS,
  type RenameLinkInput,
} from './channels.schema.ts'

const COUNTED_DAYS = 30
/** A trillion codes: short enough for a small QR code, too many to try. */
const CODE_LENGTH = 8
const newCode = () => shortRandomId().slice(0, CODE_LENGTH)

/** The links of a listing. Those that every listing has are made when somebody first looks. */
export async function listLinks(db: Db, agent: Agent, listingId: string, appUrl: string): Promise<ListingLink[]> {
  const own = await requireReachableListing(db, agent, listingId)
  await createChannels(
    db,
    standardChannelKinds.map((kind) => ({ ...own, kind, name: '' })),
  )
  const rows = await db
    .select()
    .from(channel)
    .where(and(eq(channel.agencyId, agent.agencyId), eq(channel.listingId, listingId)))
    .orderBy(channel.createdAt)
  const counts = new Map(
    (await countRecentByChannel(db, agent, { id: own.listingId, userId: own.userId }, COUNTED_DAYS)).map((row) => [
      row.id,
      row,
    ]),
  )
  return rows
    .map(({ id, kind, name, code, archivedAt }) => ({
      ...{ id, kind, name, url: shortLinkUrl(appUrl, code), isArchived: archivedAt !== null },
      views: counts.get(id)?.views ?? 0,
      leads: counts.get(id)?.leads ?? 0,
    }))
    .sort((one, other) => channelKinds.indexOf(one.kind) - channelKinds.indexOf(other.kind))
}

type WantedChannel = { id: string } | { kind: Exclude<ChannelKind, 'own'> }

/** One link of a listing: by its id, or of a kind that every listing has, made if it is not there yet. */
export async function requireChannel(db: Db, agent: Agent, listingId: string, wanted: WantedChannel) {
  const own = await requireReachableListing(db, agent, listingId)
  if ('kind' in wanted) await createChannels(db, [{ ...own, kind: wanted.kind, name: '' }])
  const isWanted = 'kind' in wanted ? eq(channel.kind, wanted.kind) : eq(channel.id, wanted.id)
  const [found] = await db
    .select()
    .from(channel)
    .where(and(eq(channel.agencyId, agent.agencyId), eq(channel.listingId, listingId), isWanted))
  if (!found) throw notFound()
  return found
}

/** A link with the agent's own name. */
export async function addLink(db: Db, agent: Agent, { listingId, name }: AddLinkInput) {
  const own = await requireReachableListing(db, agent, listingId)
  return db.transaction(async (tx) => {
    // Waits for others who add a link to this listing.
    await tx
      .select({ id: listing.id })
      .from(listing)
      .where(isListing(toListingKey(own)))
      .for('no key update')
    const ownLinks = and(isOfListing(channel, toListingKey(own)), eq(channel.kind, 'own'))
    if ((await tx.$count(channel, ownLinks)) >= MAX_OWN_LINKS)
      throw invalidInput({ name: `A listing can have up to ${MAX_OWN_LINKS} named links` })
    await refuseUsedName(tx, toListingKey(own), name)
    const [added] = await createChannels(tx, [{ ...own, kind: 'own', name }])
    // The random code of another link. The next attempt has another one.
    if (!added) throw unavailable()
    return { id: added.id }
  })
}

export async function renameLink(db: Db, agent: Agent, { id, name }: RenameLinkInput) {
  const found = await requireOwnLink(db, agent, id)
  if (found.name !== name) await refuseUsedName(db, toListingKey(found), name)
  await db.update(channel).set({ name }).where(isChannel(found))
  return { id }
}

/** Archived links are not in the way any more. They still lead to the listing, and count: they may be printed somewhere. */
export async function archiveLink(db: Db, agent: Agent, { id, isArchived }: ArchiveLinkInput) {
  const found = await requireOwnLink(db, agent, id)
  await db
    .update(channel)
    .set({ archivedAt: isArchived ? new Date() : null })
    .where(isChannel(found))
  return { id }
}

async function requireReachableListing(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select({ listingId: listing.id, agencyId: listing.agencyId, userId: listing.userId })
    .from(listing)
    .where(and(eq(listing.id, id), isListingWithinReach(agent)))
  if (!found) throw notFound()
  return found
}

/** A link with a name of its own, of a listing within reach. */
async function requireOwnLink(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select({ id: channel.id, agencyId: channel.agencyId, name: channel.name, listingId: channel.listingId })
    .from(channel)
    .innerJoin(listing, and(eq(listing.id, channel.listingId), eq(listing.agencyId, channel.agencyId)))
    .where(and(eq(channel.id, id), eq(channel.kind, 'own'), isListingWithinReach(agent)))
  if (!found) throw notFound()
  return found
}

const isChannel = ({ agencyId, id }: Pick<typeof channel.$inferSelect, 'agencyId' | 'id'>) =>
  and(eq(channel.agencyId, agencyId), eq(channel.id, id))

async function refuseUsedName(db: Db, about: ListingKey, name: string) {
  const isUsed = await db.$count(channel, and(isOfListing(channel, about), eq(channel.name, name)))
  if (isUsed > 0) throw invalidInput({ name: 'This listing has a link with this name already' })
}

interface NewChannel {
  agencyId: string
  listingId: string
  kind: ChannelKind
  name: string
}

const createChannels = (db: Db, channels: NewChannel[]) =>
  db
    .insert(channel)
    .values(
      channels.map(({ agencyId, listingId, kind, name }) => ({ agencyId, listingId, kind, name, code: newCode() })),
    )
    .onConflictDoNothing()
    .returning({ id: channel.id })

import { shortRandomId } from '#db/schema/columns.ts'
import type { ChannelKind } from '#values/channelKinds.ts'
import type { DemoListing } from './demoListings.ts'
import type { Random } from './seededRandom.ts'

/** The links that the demo agent uses in each place. */
export const demoChannels = (listings: DemoListing[]) =>
  listings.flatMap(({ row }, index) => [
    ...usedKinds.map((kind) => newChannel(row, kind)),
    ...(index === 0 ? [newChannel(row, 'own', 'Letterbox flyer')] : []),
  ])

const usedKinds = ['portal', 'poster', 'signature', 'social'] as const

const newChannel = ({ id: listingId, publishedAt }: DemoListing['row'], kind: ChannelKind, name = '') => ({
  ...{ id: `chan_${shortRandomId()}`, code: shortRandomId().slice(0, 8) },
  ...{ listingId, kind, name, createdAt: publishedAt },
})

export type DemoChannel = ReturnType<typeof demoChannels>[number]

/** How often visitors come by each. The rest are direct. */
const SHARES: Record<ChannelKind, number> = { portal: 34, social: 12, poster: 9, signature: 6, own: 3, window: 0 }
const DIRECT_SHARE = 36

/** The link by which somebody comes to a listing, or none. */
export const chooseChannel = (random: Random, channels: DemoChannel[], listingId: string) =>
  random.weighted<DemoChannel | undefined>([
    ...channels.filter((one) => one.listingId === listingId).map((one) => [one, SHARES[one.kind]] as const),
    [undefined, DIRECT_SHARE],
  ])

const noReferrer = { referrerHostname: null, referrerPathname: null }

/** What the browser of a visitor says about the link. Print and email have no referrer; the posts of the demo agent name their campaign. */
export function demoVisitSource(found: DemoChannel | undefined) {
  if (!found) return {}
  const { code: channelCode, kind } = found
  if (kind !== 'social') return { channelCode, ...noReferrer }
  return {
    ...{ channelCode, referrerHostname: 'facebook.com', referrerPathname: '/' },
    ...{ utmSource: 'facebook', utmMedium: 'social', utmCampaign: 'new-listing' },
  }
}

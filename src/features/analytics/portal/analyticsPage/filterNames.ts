import { channelKinds, channelLabel } from '#values/channelKinds.ts'
import { type DocumentCounts, isChannelId, type LoggedEvent } from '../../analytics.schema.ts'
import { eventNouns } from '../../eventText.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'

/** How filters call an unrecognised device, and a visit without a referrer. */
const UNKNOWN = 'unknown'
const DIRECT = 'direct'

export const deviceKey = (name: string) => name || UNKNOWN
export const referrerKey = (name: string) => name || DIRECT

/** "Phone", "macOS", "Unknown" */
export const deviceName = (key: string) => (key === UNKNOWN ? 'Unknown' : (devices.get(key) ?? key))

const devices = new Map([
  ['mobile', 'Phone'],
  ['tablet', 'Tablet'],
  ['desktop', 'Computer'],
])

export const referrerName = (key: string) => (key === DIRECT ? 'Direct' : key)

/** "Portal ad" */
const channelKindName = (key: string) => channelLabel(channelKinds.find((kind) => kind === key) ?? null)

interface Campaign {
  source: string
  medium: string
  campaign: string
}

/** The value of the filter by campaign. */
export const campaignKey = ({ source, medium, campaign }: Campaign) => [source, medium, campaign].join('|')

const parseCampaign = (key: string): Campaign => {
  const [source = '', medium = '', campaign = ''] = key.split('|')
  return { source, medium, campaign }
}

/** The campaign itself, or what is known instead. */
export const campaignName = ({ source, medium, campaign }: Campaign) => campaign || source || medium

/** Source and medium, unless they are the name already. */
export const campaignContext = (one: Campaign) =>
  [one.source, one.medium].filter((part) => part && part !== campaignName(one)).join(', ')

/** What filters by id are called, once that is known. */
export interface FilterNames {
  listing?: string
  buyer?: string
  document?: string
  channel?: string
}

/** The names are taken from the events that match the filters. */
export function findFilterNames(
  events: readonly LoggedEvent[],
  { listingId, leadId, fileId, channel }: AnalyticsSearch,
): FilterNames {
  const byChannel = isChannelId(channel) ? events.find(({ channelKind }) => channelKind !== null) : undefined
  return {
    channel: byChannel && channelLabel(byChannel.channelKind, byChannel.channelName),
    listing: events.find((event) => event.listingId === listingId)?.listingTitle ?? undefined,
    buyer: events.find((event) => event.leadId === leadId)?.leadName ?? undefined,
    document: events.find((event) => event.fileId === fileId)?.fileName ?? undefined,
  }
}

/** The value of the filter by place: country, region and city. */
export const placeKey = ({ country, region, city }: Place) => [country, region, city].join('|')

interface Place {
  country: string
  region: string
  city: string
}

export const parsePlace = (key: string): Place => {
  const [country = '', region = '', city = ''] = key.split('|')
  return { country, region, city }
}

const countries = new Intl.DisplayNames('en-NZ', { type: 'region', fallback: 'none' })
const isCode = (country: string) => /^[A-Z]{2}$/.test(country)

export const countryName = (country: string) => (isCode(country) && countries.of(country)) || country

/** The most precise known name: "Karori", "Waikato", "New Zealand". */
export const placeName = ({ country, region, city }: Place) => city || region || countryName(country) || 'Unknown place'

/** Region and country, unless they are the name already. */
export const placeContext = (place: Place) =>
  [place.region, countryName(place.country)].filter((around) => around && around !== placeName(place)).join(', ')

export const isUnknownPlace = ({ country, region, city }: Place) => !(country || region || city)

type NamedDocument = Pick<DocumentCounts, 'fileId' | 'name' | 'listingTitle'>

/** Most listings have a "LIM report": documents of the same name are told apart by their listing. */
export function documentLabel({ fileId, name, listingTitle }: NamedDocument, all: readonly NamedDocument[]) {
  const label = name || 'A document'
  const isOnly = all.every((other) => other.fileId === fileId || other.name !== name)
  return isOnly || !listingTitle ? label : `${label}, ${listingTitle}`
}

interface Chip {
  by: 'leadId' | 'place' | 'device' | 'browser' | 'os' | 'referrer' | 'channel' | 'campaign' | 'fileId' | 'event'
  label: string
  value: string
}

/** A chip for each filter but listing and range, which have their own fields. */
export function filterChips(
  search: AnalyticsSearch,
  { buyer = 'One buyer', document = 'One document', channel = 'One link' }: FilterNames,
): Chip[] {
  const chips: Chip[] = [
    { by: 'leadId', label: 'Buyer', value: buyer },
    { by: 'place', label: 'Place', value: placeName(parsePlace(search.place)) },
    { by: 'device', label: 'Device', value: deviceName(search.device) },
    { by: 'browser', label: 'Browser', value: deviceName(search.browser) },
    { by: 'os', label: 'System', value: deviceName(search.os) },
    { by: 'referrer', label: 'Source', value: referrerName(search.referrer) },
    { by: 'channel', label: 'Channel', value: isChannelId(search.channel) ? channel : channelKindName(search.channel) },
    { by: 'campaign', label: 'Campaign', value: campaignName(parseCampaign(search.campaign)) },
    { by: 'fileId', label: 'Document', value: document },
    { by: 'event', label: 'Activity', value: search.event && eventNouns[search.event] },
  ]
  return chips.filter(({ by }) => search[by])
}

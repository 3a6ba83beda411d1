import * as z from 'zod/mini'
import type { feedRunStates } from '#db/schema/feeds.ts'
import { idSchema } from '#platform/input/fieldSchemas.ts'
import type { FeedField } from './feedListing.ts'

const FeedRunId = idSchema('feed', 'an import')
export const FeedRunIdInput = z.strictObject({ id: FeedRunId })

/** Where CRMs send their files, with an API key. */
export const FEED_PATH = '/feeds/reaxml'
/** Where the portal sends a file. */
export const FEED_UPLOAD_PATH = '/portal/feeds/upload'

export const feedActions = ['created', 'changed', 'closed', 'same', 'older', 'skipped', 'failed'] as const
export type FeedAction = (typeof feedActions)[number]

/** A listing's lead agent is the CRM's too, as long as nobody has handed it over here. */
export type OwnedField = FeedField | 'leadAgent'

/** What came, or would come, of one listing of a file. Values are short texts for people. */
export interface FeedListingReport {
  uniqueId: string
  title: string
  /** Null if it is not here. */
  listingId: string | null
  action: FeedAction
  changes: { field: OwnedField; from: string; to: string }[]
  /** Changed here since the CRM sent it, so it stays. */
  kept: { field: OwnedField; here: string; sent: string }[]
  /** Photos that are new or have changed. */
  photos: number
  /** The names of photos that the CRM no longer has, so they are archived. */
  gonePhotos: string[]
  /** The names of photos that were changed here, so they stay. */
  keptPhotos: string[]
  warnings: string[]
}

export interface FeedReport {
  counts: Record<FeedAction, number>
  /** Those of which there is something to say. */
  listings: FeedListingReport[]
  /** What of the file is not imported. */
  skipped: string[]
  /** Photos that could not be fetched, with the reason. */
  photoProblems: string[]
  /** Why nothing of the file could be used. */
  failure?: string
}

export interface FeedRun {
  id: string
  name: string
  size: number
  /** Sent by the CRM, and not uploaded in the portal. */
  isPushed: boolean
  state: (typeof feedRunStates)[number]
  createdAt: Date
  finishedAt: Date | null
  report: FeedReport | null
}

export const ownedFieldNames: Record<OwnedField, string> = {
  title: 'Title',
  subtitle: 'Headline',
  description: 'Description',
  unit: 'Unit',
  streetNumber: 'Street number',
  street: 'Street',
  suburb: 'Suburb',
  city: 'City',
  region: 'Region',
  postcode: 'Postcode',
  country: 'Country',
  propertyType: 'Property type',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  parking: 'Parking',
  floorArea: 'Floor area',
  landArea: 'Land area',
  landAreaUnit: 'Land area unit',
  titleType: 'Title type',
  saleMethod: 'Method of sale',
  price: 'Price',
  priceText: 'Price shown as',
  saleAt: 'Date of sale',
  status: 'Status',
  soldOn: 'Sold on',
  soldPrice: 'Sold for',
  isShownByAppointment: 'Shown by appointment',
  openHomes: 'Open homes',
  leadAgent: 'Lead agent',
}

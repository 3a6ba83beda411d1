import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { channelKinds } from '#values/channelKinds.ts'
import { documentAccesses } from '#values/disclosureValues.ts'
import {
  countries,
  landAreaUnits,
  propertyTypes,
  saleMethods,
  saleStatuses,
  titleTypes,
} from '#values/listingFactValues.ts'
import type { Question } from '#values/questionValues.ts'
import { user } from './accounts.ts'
import { agency } from './agencies.ts'
import {
  agencyOfParent,
  foreignKeyActions,
  id,
  moment,
  requiredReference,
  shortRandomId,
  timestampColumns,
} from './columns.ts'
import { file } from './files.ts'

function addressColumns() {
  return {
    unit: text(),
    streetNumber: text(),
    street: text(),
    suburb: text(),
    city: text(),
    region: text(),
    postcode: text(),
    country: text({ enum: countries }),
  }
}

function propertyColumns() {
  return {
    propertyType: text({ enum: propertyTypes }),
    bedrooms: integer(),
    bathrooms: integer(),
    parking: integer(),
    /** In square metres. */
    floorArea: doublePrecision(),
    landArea: doublePrecision(),
    landAreaUnit: text({ enum: landAreaUnits }),
    titleType: text({ enum: titleTypes }),
  }
}

function saleColumns() {
  return {
    saleMethod: text({ enum: saleMethods }),
    /** In whole dollars of the listing's country. */
    price: integer(),
    /** What buyers read instead of the method and the price. */
    priceText: text(),
    /** When the auction is, or the deadline. */
    saleAt: moment(),
    /** Increases when the date changes, so that calendars replace their entry. */
    saleSequence: integer().notNull().default(0),
    status: text({ enum: saleStatuses }).notNull().default('available'),
    soldOn: date(),
    soldPrice: integer(),
    isShownByAppointment: boolean().notNull().default(false),
  }
}

/** A property for sale. A draft until `publishedAt`; hidden from the public after `archivedAt`. */
export const listing = pgTable(
  'listing',
  {
    id: id('listing'),
    title: text().notNull(),
    subtitle: text().notNull(),
    /** Tiptap JSON, checked against an allow-list before it is stored. */
    description: jsonb().notNull(),
    slug: text().notNull().unique(),
    /** Ends the name of the email address that takes documents for this listing. Null until it is first shown. */
    emailCode: text().unique(),
    /** The lead agent. `co_agent` has the others. */
    userId: requiredReference(() => user.id),
    /** Written by a trigger where the writer does not say it. */
    agencyId: text()
      .notNull()
      .default('')
      .references((): AnyPgColumn => agency.id, foreignKeyActions),
    publishedAt: moment(),
    /** Once it was public, its link never says that there is no such listing. */
    firstPublishedAt: moment(),
    /** When the agent first copied, printed or opened what the link is shared with. */
    sharedAt: moment(),
    /** The title is made from the address until the agent writes one, and the slug from the title until the agent changes it. */
    isTitleMade: boolean().notNull().default(false),
    isSlugMade: boolean().notNull().default(false),
    coverFileId: text().references((): AnyPgColumn => file.id, foreignKeyActions),
    /** What buyers are asked besides their details. Null means the agent's usual questions. */
    questions: jsonb().$type<Question[]>(),
    /** Documents open once the buyer has typed the code that we email. */
    requiresVerification: boolean().notNull().default(false),
    /** What applies to documents that have no choice of their own. */
    documentAccess: text({ enum: documentAccesses }).notNull().default('everyone'),
    areDocumentsViewOnly: boolean().notNull().default(false),
    areDocumentsWatermarked: boolean().notNull().default(false),
    /** Leads may invite a partner, lawyer or bank to read with them. */
    allowsInvitees: boolean().notNull().default(true),
    /** When it stopped being public. Null while it is public and before. Written by a trigger. */
    closedAt: moment(),
    /** Increases with every save, so that two tabs cannot silently overwrite each other. */
    version: integer().notNull().default(1),
    /** Chosen by the browser that created it: the same request again, after a lost response, makes no second listing. */
    creationKey: text(),
    ...addressColumns(),
    ...propertyColumns(),
    ...saleColumns(),
    ...timestampColumns,
  },
  (table) => [
    index('listing_by_change').on(table.agencyId, table.updatedAt, table.id),
    index('listing_by_creation').on(table.agencyId, table.createdAt, table.id),
    index('listing_by_title').on(table.agencyId, sql`lower(${table.title})`, table.id),
    index('listing_by_agent').on(table.userId),
    uniqueIndex('listing_by_creation_key').on(table.userId, table.creationKey),
    index('listing_by_state').on(table.agencyId, table.archivedAt, table.publishedAt),
    index('listing_by_sale_date').on(table.agencyId, table.saleAt).where(isNotNull(table.saleAt)),
  ],
)

/** A listing, with the agency by which its rows are kept (`tableDistribution.ts`). */
export type ListingKey = Pick<typeof listing.$inferSelect, 'id' | 'agencyId'>

export const isListing = ({ id, agencyId }: ListingKey) => and(eq(listing.agencyId, agencyId), eq(listing.id, id))

/** The listing of a row that belongs to one. */
export const toListingKey = ({ listingId: id, agencyId }: { listingId: string; agencyId: string }): ListingKey => ({
  id,
  agencyId,
})

/** The rows of a listing in a table that has some for each. */
export const isOfListing = (table: Record<'agencyId' | 'listingId', AnyPgColumn>, { id, agencyId }: ListingKey) =>
  and(eq(table.agencyId, agencyId), eq(table.listingId, id))

export const isOfListings = (table: Record<'agencyId' | 'listingId', AnyPgColumn>, listings: ListingKey[]) =>
  and(
    inArray(table.agencyId, [...new Set(listings.map(({ agencyId }) => agencyId))]),
    inArray(
      table.listingId,
      listings.map(({ id }) => id),
    ),
  )

/** The agent has published the listing and not archived it. It is public unless it is sold or withdrawn. */
export const isInPublishedState = and(isNotNull(listing.publishedAt), isNull(listing.archivedAt))

/** The listing is public. The one definition, for every page, count and access check. */
export const isPublicListing = and(isInPublishedState, inArray(listing.status, ['available', 'under_offer']))

/** The listing is public or was. Its link never says that there is no such listing. */
export const wasEverPublic = or(isNotNull(listing.firstPublishedAt), isNotNull(listing.publishedAt))

/** A time when the property can be visited. */
export const openHome = pgTable(
  'open_home',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `open_${shortRandomId()}`),
    listingId: requiredReference(() => listing.id),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    note: text().notNull().default(''),
    /** Increases with every change, so that calendars replace their entry. */
    sequence: integer().notNull().default(0),
    /** Kept, so that a calendar can learn that it was cancelled. */
    cancelledAt: moment(),
    /** When its agents were told who came. */
    reportedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    agencyId: agencyOfParent(),
  },
  (table) => [
    index('open_home_by_time').on(table.listingId, table.startsAt),
    // A week over all listings of an agency.
    index('open_home_by_start').on(table.startsAt).where(isNull(table.cancelledAt)),
    index('open_home_to_report').on(table.endsAt).where(isNull(table.reportedAt)),
  ],
)

/** Links that a listing had before. They lead to it, and no other listing can have them. */
export const oldSlug = pgTable(
  'old_slug',
  {
    slug: text().primaryKey(),
    listingId: requiredReference(() => listing.id),
    replacedAt: moment().notNull().defaultNow(),
    agencyId: agencyOfParent(),
  },
  (table) => [index('old_slug_by_listing').on(table.listingId)],
)

/** The picture that networks show beside the link to a published listing. */
export const sharePicture = pgTable('share_picture', {
  listingId: text()
    .primaryKey()
    .references(() => listing.id, foreignKeyActions),
  /** Its storage key; a new picture has a new one. Null if it could not be drawn. */
  path: text().unique(),
  /** A hash of its text and photo: if it differs, the picture is out of date. */
  fingerprint: text().notNull(),
  drawnAt: moment().notNull().defaultNow(),
  agencyId: agencyOfParent(),
})

/** A link of a listing for one place where people see it, such as an ad or the poster in the window. */
export const channel = pgTable(
  'channel',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `chan_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    listingId: requiredReference(() => listing.id),
    /** The last part of the short link, `/l/{code}`. */
    code: text().notNull().unique(),
    kind: text({ enum: channelKinds }).notNull(),
    /** The agent's own words for a link of kind `own`. */
    name: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    archivedAt: moment(),
  },
  (table) => [
    index('channel_by_listing').on(table.listingId),
    // One link of each kind, made when it is first needed, and any number with names of their own.
    uniqueIndex('channel_of_kind').on(table.listingId, table.kind).where(sql`${table.kind} <> 'own'`),
  ],
)

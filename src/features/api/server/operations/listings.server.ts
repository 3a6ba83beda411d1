import * as z from 'zod/mini'
import type { Db } from '#db/client.server.ts'
import { descriptionFromText, toEditableDescription } from '#features/listings/description/description.schema.ts'
import { plainDescription } from '#features/listings/description/plainDescription.ts'
import { ListingFacts } from '#features/listings/facts/facts.schema.ts'
import { HandOverListingInput, ListingIdInput, ListListingsInput, Slug } from '#features/listings/listings.schema.ts'
import { listingStates } from '#features/listings/listingsSearch.ts'
import { describeAsReaxml } from '#features/listings/server/listingReaxml.server.ts'
import {
  archiveListing,
  createListing,
  publishListing,
  requireListing,
  restoreListing,
  unpublishListing,
  updateListing,
} from '#features/listings/server/listings.server.ts'
import { handOverListing } from '#features/listings/server/listingTeam.server.ts'
import { listListings } from '#features/listings/server/listListings.server.ts'
import { changeAndRedrawSharePictures } from '#features/listings/server/sharePictures.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { trimmedText } from '#platform/input/fieldSchemas.ts'
import {
  countries,
  landAreaUnits,
  propertyTypes,
  saleMethods,
  saleStatuses,
  titleTypes,
} from '#values/listingFactValues.ts'
import { defineOperation } from '../operation.server.ts'
import { pageQuery, pageSchema, ResponseTime } from './fields.ts'

const MAX_DESCRIPTION_LENGTH = 50_000

const ListingFields = z.strictObject({
  /** Without one the title is made from the address. */
  title: trimmedText(160),
  subtitle: trimmedText(240),
  /** Plain text, a line for each paragraph. Formatting that was added in the portal is lost when it is sent. */
  description: z.string().check(z.maxLength(MAX_DESCRIPTION_LENGTH)),
  slug: Slug,
  ...ListingFacts.shape,
})

const ListedListing = z.object({
  id: z.string(),
  /** The lead agent. */
  userId: z.string(),
  title: z.string(),
  subtitle: z.string(),
  slug: z.string(),
  state: z.enum(listingStates),
  status: z.enum(saleStatuses),
  publishedAt: z.nullable(ResponseTime),
  createdAt: ResponseTime,
  updatedAt: ResponseTime,
})

const text = z.nullable(z.string())
const number = z.nullable(z.number())

const ApiListing = z.object({
  ...z.pick(ListedListing, { id: true, title: true, subtitle: true, slug: true, state: true, status: true }).shape,
  description: z.string(),
  /** For `If-Match`. */
  version: z.int(),
  ...{ unit: text, streetNumber: text, street: text, suburb: text, city: text, region: text, postcode: text },
  country: z.nullable(z.enum(countries)),
  propertyType: z.nullable(z.enum(propertyTypes)),
  ...{ bedrooms: number, bathrooms: number, parking: number, floorArea: number, landArea: number },
  landAreaUnit: z.nullable(z.enum(landAreaUnits)),
  titleType: z.nullable(z.enum(titleTypes)),
  saleMethod: z.nullable(z.enum(saleMethods)),
  price: number,
  priceText: text,
  saleAt: z.nullable(ResponseTime),
  soldOn: z.nullable(z.iso.date()),
  soldPrice: number,
  isShownByAppointment: z.boolean(),
  openHomes: z.array(z.object({ id: z.string(), startsAt: ResponseTime, endsAt: ResponseTime, note: z.string() })),
  publishedAt: z.nullable(ResponseTime),
  createdAt: ResponseTime,
  updatedAt: ResponseTime,
})

const listingResult = { result: ApiListing, etag: ({ version }: { version: number }) => String(version) }

/** No listing has a version that is no number. */
const toVersion = (tag = '') => (/^\d{1,9}$/.test(tag) ? Number(tag) : 0)

const ListingState = z.object({ id: z.string(), state: z.enum(listingStates), publishedAt: z.nullable(ResponseTime) })

type StoredListing = Awaited<ReturnType<typeof requireListing>>

const describe = (listing: StoredListing) => ({ ...listing, description: plainDescription(listing.description) })

const common = { tag: 'Listings', params: ListingIdInput } as const

/** Publishing and the like: the same command as the button in the portal. */
const stateOperation = (
  about: { id: string; path: string; summary: string; needsSubscription?: boolean },
  change: (tx: Db, agent: Agent, id: string) => ReturnType<typeof publishListing>,
) =>
  defineOperation({
    ...about,
    ...common,
    method: 'POST',
    scope: 'listings:write',
    result: ListingState,
    run: ({ services, agent }, { params: { id } }) =>
      changeAndRedrawSharePictures(
        services,
        agent,
        () => [id],
        (tx) => change(tx, agent, id),
      ),
  })

export const listingOperations = [
  defineOperation({
    id: 'listListings',
    method: 'GET',
    path: '/listings',
    tag: 'Listings',
    scope: 'listings:read',
    summary: 'List listings',
    description: 'Without a state: everything that is not archived.',
    query: z.strictObject({ ...ListListingsInput.shape, ...pageQuery }),
    result: pageSchema(ListedListing),
    async run({ services, agent }, { query }) {
      const { listings, next } = await listListings(services.database.db, agent, query)
      return { data: listings, next }
    },
  }),
  defineOperation({
    id: 'createListing',
    method: 'POST',
    path: '/listings',
    tag: 'Listings',
    scope: 'listings:write',
    summary: 'Create a draft',
    needsSubscription: true,
    body: z.partial(ListingFields),
    status: 201,
    ...listingResult,
    async run({ services, agent }, { body: { title = '', subtitle = '', description = '', ...facts } }) {
      const input = { ...facts, title, subtitle, description: descriptionFromText(description) }
      return describe(await createListing(services.database.db, agent, input))
    },
  }),
  defineOperation({
    ...common,
    id: 'getListing',
    method: 'GET',
    path: '/listings/{id}',
    scope: 'listings:read',
    summary: 'Get a listing',
    ...listingResult,
    run: async ({ services, agent }, { params: { id } }) =>
      describe(await requireListing(services.database.db, agent, id)),
  }),
  defineOperation({
    ...common,
    id: 'updateListing',
    method: 'PATCH',
    path: '/listings/{id}',
    scope: 'listings:write',
    summary: 'Change a listing',
    description: 'Fields that are left out stay as they are.',
    needsSubscription: true,
    ifMatch: 'required',
    body: z.partial(ListingFields),
    ...listingResult,
    async run({ services, agent, ifMatch }, { params: { id }, body: { description, ...changes } }) {
      const { db } = services.database
      const { title, subtitle, isTitleMade, ...stored } = await requireListing(db, agent, id)
      const input = {
        id,
        version: toVersion(ifMatch),
        // A made title is made again from the address.
        ...{ title: isTitleMade ? '' : title, subtitle },
        ...changes,
        description:
          description === undefined ? toEditableDescription(stored.description) : descriptionFromText(description),
      }
      const saved = await changeAndRedrawSharePictures(
        services,
        agent,
        () => [id],
        (tx) => updateListing(tx, agent, input),
      )
      return describe(saved)
    },
  }),
  defineOperation({
    ...common,
    id: 'getListingReaxml',
    method: 'GET',
    path: '/listings/{id}/reaxml',
    scope: 'listings:read',
    summary: 'Get a listing as REAXML',
    result: z.object({ xml: z.string() }),
    run: ({ services, agent }, { params: { id } }) => describeAsReaxml(services.database.db, agent, id),
  }),
  stateOperation(
    {
      id: 'publishListing',
      path: '/listings/{id}/publish',
      summary: 'Publish a listing',
      needsSubscription: true,
    },
    publishListing,
  ),
  stateOperation(
    { id: 'unpublishListing', path: '/listings/{id}/unpublish', summary: 'Take a listing down' },
    unpublishListing,
  ),
  stateOperation(
    { id: 'archiveListing', path: '/listings/{id}/archive', summary: 'Archive a listing' },
    archiveListing,
  ),
  stateOperation(
    { id: 'restoreListing', path: '/listings/{id}/restore', summary: 'Restore a listing', needsSubscription: true },
    restoreListing,
  ),
  defineOperation({
    ...common,
    id: 'handOverListing',
    method: 'POST',
    path: '/listings/{id}/hand-over',
    scope: 'listings:write',
    summary: 'Change the lead agent',
    description: 'Leads and files go with the listing. Links stay as they are.',
    body: z.omit(HandOverListingInput, { id: true }),
    async run({ services, agent }, { params: { id }, body }) {
      await handOverListing(services.database.db, agent, { id, ...body })
    },
  }),
]

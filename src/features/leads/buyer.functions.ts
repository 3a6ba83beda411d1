import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone } from '#platform/auth/access.ts'
import { currentVisitor } from '#platform/events/currentVisitor.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { CorrectDetailsInput, ListingIdInput, NewLead, OpenDocumentInput, PrivateLinkInput } from './buyer.schema.ts'
import { readDocumentAccess, recordVisit } from './server/documentAccess.server.ts'
import {
  clearDocumentKey,
  clearVisits,
  keepNewUntilVisitEnds,
  readDocumentKey,
  readLastVisit,
  writeDocumentKey,
  writeLastVisit,
} from './server/documentKey.server.ts'
import { openDocument as open } from './server/openDocument.server.ts'
import {
  correctDetails as correct,
  enterByLink as enter,
  eraseDetails as erase,
  readBuyerData,
  readPrivateLink,
} from './server/privateLink.server.ts'
import { receiveLead } from './server/receiveLead.server.ts'

/** The buyer's side: what anybody may ask on a public page. Who they are says the listing's own cookie, or a mailed key. */
export const submitLead = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(NewLead)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const { listingId } = data
    const visitor = await currentVisitor(listingId)
    writeDocumentKey(
      listingId,
      await receiveLead(services, data, { clientIp, visitor, key: readDocumentKey(listingId) }),
    )
    const lastVisitAt = new Date()
    writeLastVisit(listingId, lastVisitAt)
    // Alike for everyone: whether the address was known, or its access removed, shows when a document is opened.
    return { lastVisitAt, isWithdrawn: false }
  })

export const fetchAccess = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ListingIdInput)
  .handler(async ({ data: { listingId }, context }) => {
    const access = await readDocumentAccess(context.db, listingId, readDocumentKey(listingId))
    return access ? { lastVisitAt: readLastVisit(listingId), ...access } : null
  })

export type Access = Awaited<ReturnType<typeof fetchAccess>>

/** Told once the page has shown what was new. It stays new until this visit is over. Answers whether the documents are still open. */
export const endVisit = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(ListingIdInput)
  .handler(async ({ data: { listingId }, context }) => {
    const access = await recordVisit(context.db, listingId, readDocumentKey(listingId))
    if (access && !access.isWithdrawn) keepNewUntilVisitEnds(listingId, new Date())
    return access ?? null
  })

export const openDocument = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(OpenDocumentInput)
  .handler(async ({ data, context }) =>
    open(context.services, data, readDocumentKey(data.listingId), await currentVisitor(data.listingId)),
  )

export const fetchPrivateLink = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(({ data, context }) => readPrivateLink(context.services, data.key))

/** For the buyer to keep. */
export const fetchOwnData = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(({ data, context }) => readBuyerData(context.services, data.key))

export const enterByLink = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(async ({ data, context }) => {
    const { leadId, listingId, slug, lastVisitAt } = await enter(context.services, data.key)
    writeDocumentKey(listingId, { leadId, isGuest: false })
    if (lastVisitAt) writeLastVisit(listingId, lastVisitAt)
    return { slug }
  })

export const correctDetails = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(CorrectDetailsInput)
  .handler(({ data, context }) => correct(context.services, data, context.clientIp))

export const eraseDetails = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(async ({ data, context }) => {
    const { listingId } = await erase(context.services, data.key)
    clearDocumentKey(listingId)
    clearVisits(listingId)
  })

export const accessQuery = (listingId: string) =>
  queryOptions({
    queryKey: queryKeys.publicListing.access(listingId),
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: () => fetchAccess({ data: { listingId } }),
  })

export const privateLinkQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.publicListing.privateLink(key),
    queryFn: () => fetchPrivateLink({ data: { key } }),
  })

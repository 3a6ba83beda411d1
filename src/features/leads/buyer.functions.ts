import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getRequestHeaders } from '@tanstack/react-start/server'
import { AcknowledgeInput, BuyerDocumentInput } from '#features/disclosure/disclosure.schema.ts'
import { requirePublicListing } from '#features/listings/server/publicListings.server.ts'
import { anyone } from '#platform/auth/accessMiddleware.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import { asksForPrivacy, currentVisitor } from '#platform/events/visitors.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  AnswerQuestionsInput,
  BuyerListingInput,
  ConfirmEmailInput,
  CorrectDetailsInput,
  EnterByLinkInput,
  NewLead,
  OpenDocumentInput,
  PrivateLinkInput,
} from './buyer.schema.ts'
import { receiveAnswers } from './server/answers/receiveAnswers.server.ts'
import {
  acknowledgeDocument as acknowledge,
  readAcknowledgementRequest,
} from './server/documents/acknowledgeDocument.server.ts'
import { listChosenDocuments, readDocumentAccess, storeLastVisit } from './server/documents/documentAccess.server.ts'
import {
  clearDocumentKeyCookie,
  clearVisitTimeCookies,
  isCallFromFrame,
  readDocumentKeyCookie,
  readLastVisitCookie,
  writeDocumentKeyCookie,
  writeLastVisitCookie,
  writeVisitTimeCookies,
} from './server/documents/documentKey.server.ts'
import { openDocument as open } from './server/documents/openDocument.server.ts'
import { confirmLeadEmail as confirm, sendEmailCode as sendCode } from './server/intake/emailCodes.server.ts'
import { receiveLead } from './server/intake/receiveLead.server.ts'
import {
  correctDetails as correct,
  openByPrivateLink as enter,
  eraseDetails as erase,
  readBuyerData,
  readPrivateLink,
} from './server/privateLink/privateLinkActions.server.ts'
import { eraseBuyersReading } from './server/reading/eraseReading.server.ts'

/** Public calls for buyers, who are identified by the listing's cookie or an emailed key. */
export const submitLead = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(NewLead)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const { listingId } = data
    const visitor = await currentVisitor(listingId)
    const sender = { clientIp, visitor, key: readDocumentKeyCookie(listingId) }
    const { isCodeSent, ...key } = await receiveLead(services, data, sender)
    writeDocumentKeyCookie(listingId, key)
    const lastVisitAt = new Date()
    writeLastVisitCookie(listingId, lastVisitAt)
    // The same for everyone: only opening a document shows whether access was removed.
    return { lastVisitAt, isWithdrawn: false, needsCode: isCodeSent !== undefined, isCodeSent, chosenDocuments: [] }
  })

/** The questions as they are now, for a form whose answers no longer fit. */
export const fetchQuestions = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(BuyerListingInput)
  .handler(async ({ data, context }) => (await requirePublicListing(context.db, data.listingId)).questions)

export const answerQuestions = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(AnswerQuestionsInput)
  .handler(({ data, context }) => receiveAnswers(context.services, data, readDocumentKeyCookie(data.listingId)))

export const sendEmailCode = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(BuyerListingInput)
  .handler(({ data: { listingId }, context: { services, clientIp } }) =>
    sendCode(services, listingId, readDocumentKeyCookie(listingId), clientIp),
  )

export const confirmEmail = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(ConfirmEmailInput)
  .handler(async ({ data, context }) => {
    const { services, clientIp } = context
    const { listingId } = data
    const { key, isWithdrawn } = await confirm(services, data, readDocumentKeyCookie(listingId), clientIp)
    writeDocumentKeyCookie(listingId, key)
    const chosenDocuments = await listChosenDocuments(context.db, listingId, key)
    return { lastVisitAt: readLastVisitCookie(listingId), isWithdrawn, needsCode: false, chosenDocuments }
  })

export const fetchAccess = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(BuyerListingInput)
  .handler(async ({ data: { listingId }, context }) => {
    const key = readDocumentKeyCookie(listingId)
    const access = await readDocumentAccess(context.db, listingId, key)
    if (!access) return null
    const chosenDocuments = await listChosenDocuments(context.db, listingId, key)
    return { lastVisitAt: readLastVisitCookie(listingId), ...access, chosenDocuments }
  })

export type Access = Awaited<ReturnType<typeof fetchAccess>>

/** Called once the page has shown new documents, which stay marked until this visit ends. Returns whether access was removed. */
export const endVisit = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(BuyerListingInput)
  .handler(async ({ data: { listingId }, context }) => {
    const access = await storeLastVisit(context.db, listingId, readDocumentKeyCookie(listingId))
    if (access && !access.isWithdrawn && !access.needsCode) writeVisitTimeCookies(listingId, new Date())
    return access ?? null
  })

export const openDocument = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(OpenDocumentInput)
  .handler(async ({ data, context }) => {
    const visitor = await currentVisitor(data.listingId)
    const isDeclined = asksForPrivacy(getRequestHeaders())
    const viewerAgencyId = (await findSignedInAgent())?.agent.agencyId
    return open(context.services, data, readDocumentKeyCookie(data.listingId), visitor, { isDeclined, viewerAgencyId })
  })

/** What the buyer is asked to confirm about a document that is closed until then. */
export const fetchAcknowledgement = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(BuyerDocumentInput)
  .handler(({ data, context }) =>
    readAcknowledgementRequest(context.services, data, readDocumentKeyCookie(data.listingId)),
  )

export const acknowledgeDocument = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(AcknowledgeInput)
  .handler(({ data, context }) =>
    acknowledge(context.services, data, readDocumentKeyCookie(data.listingId), isCallFromFrame()),
  )

export const fetchPrivateLink = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(({ data, context }) => readPrivateLink(context.services, data.key))

/** The buyer's data, to download. */
export const fetchBuyerData = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(({ data, context }) => readBuyerData(context.services, data.key))

export const enterByLink = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(EnterByLinkInput)
  .handler(async ({ data, context }) => {
    const { leadId, listingId, slug, lastVisitAt } = await enter(context.services, data.key, data.message)
    writeDocumentKeyCookie(listingId, { leadId, isGuest: false })
    if (lastVisitAt) writeLastVisitCookie(listingId, lastVisitAt)
    return { slug }
  })

export const correctDetails = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(CorrectDetailsInput)
  .handler(async ({ data, context }) => {
    const { isMoved, leadId, listingId } = await correct(context.services, data, context.clientIp)
    // The browser that changed the address stays known to the listing. All others need the new link.
    if (isMoved && readDocumentKeyCookie(listingId)?.leadId === leadId)
      writeDocumentKeyCookie(listingId, { leadId, isGuest: false })
    return { isMoved }
  })

export const eraseDetails = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(async ({ data, context }) => {
    const { listingId } = await erase(context.services, data.key)
    clearDocumentKeyCookie(listingId)
    clearVisitTimeCookies(listingId)
  })

/** Deletes what was measured of the buyer's reading. Everything else stays. */
export const eraseReading = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(({ data, context }) => eraseBuyersReading(context.services, data.key))

export const privateLinkQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.publicListing.privateLink(key),
    queryFn: () => fetchPrivateLink({ data: { key } }),
  })

import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone } from '#platform/access.ts'
import { queryKeys } from '#platform/queryKeys.ts'
import { noteVisit, readAccess } from './buyer.server.ts'
import { clearLeadCookie, readLeadCookie, writeLeadCookie } from './leadKey.server.ts'
import { AccessQuestion, Correction, DocumentChoice, NewLead, PrivateLink } from './leads.ts'
import { openDocument as open } from './openDocument.server.ts'
import {
  correctDetails as correct,
  enterByLink as enter,
  eraseDetails as erase,
  readPrivateLink,
} from './privateLink.server.ts'
import { receiveLead } from './receiveLead.server.ts'

/** The buyer's side: what anybody may ask on a public page. Who they are says the listing's own cookie, or a mailed key. */
export const submitLead = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(NewLead)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const { leadId, listingId } = await receiveLead(services, data, clientIp)
    writeLeadCookie(listingId, leadId)
  })

export const fetchAccess = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(AccessQuestion)
  .handler(({ data, context }) => readAccess(context.db, data.listingId, readLeadCookie(data.listingId)))

export type Access = Awaited<ReturnType<typeof fetchAccess>>

/** Told once the page has shown what was new. */
export const endVisit = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(AccessQuestion)
  .handler(async ({ data, context }) => {
    const leadId = readLeadCookie(data.listingId)
    if (leadId) await noteVisit(context.db, leadId)
  })

export const openDocument = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(DocumentChoice)
  .handler(({ data, context }) => open(context.services, data, readLeadCookie(data.listingId)))

export const fetchPrivateLink = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(PrivateLink)
  .handler(({ data, context }) => readPrivateLink(context.services, data.key))

export const enterByLink = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PrivateLink)
  .handler(async ({ data, context }) => {
    const { leadId, listingId, slug } = await enter(context.services, data.key)
    writeLeadCookie(listingId, leadId)
    return { slug }
  })

export const correctDetails = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(Correction)
  .handler(({ data, context }) => correct(context.services, data))

export const eraseDetails = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PrivateLink)
  .handler(async ({ data, context }) => {
    const { listingId } = await erase(context.services, data.key)
    clearLeadCookie(listingId)
  })

export const accessQuery = (listingId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicListing, 'access', listingId],
    queryFn: () => fetchAccess({ data: { listingId } }),
  })

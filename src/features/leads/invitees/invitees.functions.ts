import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { PrivateLinkInput } from '../buyer.schema.ts'
import {
  clearDocumentKeyCookie,
  clearVisitTimeCookies,
  writeDocumentKeyCookie,
  writeLastVisitCookie,
} from '../server/documents/documentKey.server.ts'
import {
  openByInvitation as enter,
  leaveInvitation as leave,
  readInvitation,
} from '../server/invitees/invitation.server.ts'
import {
  restoreInviteeAsAgent as restoreByAgent,
  revokeInviteeAsAgent as revokeByAgent,
} from '../server/invitees/invitees.server.ts'
import {
  inviteReader as invite,
  resendInvitation as resend,
  restoreInvitee as restore,
  revokeInvitee as revoke,
} from '../server/invitees/manageInvitees.server.ts'
import { BuyersInviteeInput, InviteeInput, InviteInput } from './invitees.schema.ts'

/** Calls for a buyer, with the key of their private link. */
export const inviteReader = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(InviteInput)
  .handler(({ data, context }) => invite(context.services, data, context.clientIp))

export const resendInvitation = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(BuyersInviteeInput)
  .handler(({ data, context }) => resend(context.services, data, context.clientIp))

export const revokeInvitee = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(BuyersInviteeInput)
  .handler(({ data, context }) => revoke(context.services, data))

export const restoreInvitee = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(BuyersInviteeInput)
  .handler(({ data, context }) => restore(context.services, data))

/** Calls for an invitee, with the key of their own link. */
export const fetchInvitation = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(({ data, context }) => readInvitation(context.services, data.key))

export type InvitationData = Awaited<ReturnType<typeof fetchInvitation>>

export const enterByInvitation = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(async ({ data, context }) => {
    const { leadId, inviteeId, listingId, slug, lastVisitAt } = await enter(context.services, data.key)
    writeDocumentKeyCookie(listingId, { leadId, inviteeId, isGuest: true })
    if (lastVisitAt) writeLastVisitCookie(listingId, lastVisitAt)
    return { slug }
  })

export const leaveInvitation = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(async ({ data, context }) => {
    const { listingId } = await leave(context.services, data.key)
    clearDocumentKeyCookie(listingId)
    clearVisitTimeCookies(listingId)
  })

/** Calls for the listing's agent. */
export const revokeLeadInvitee = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(InviteeInput)
  .handler(({ data, context }) => revokeByAgent(context.services, context.agent, data.inviteeId))

export const restoreLeadInvitee = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(InviteeInput)
  .handler(({ data, context }) => restoreByAgent(context.db, context.agent, data.inviteeId))

export const invitationQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.publicListing.invitation(key),
    queryFn: () => fetchInvitation({ data: { key } }),
  })

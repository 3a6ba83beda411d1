import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { readLatestExport, requestExport } from '#features/accounts/server/export/dataExport.server.ts'
import { proven, signedIn, signedInForSetup, subscribed } from '#platform/auth/accessMiddleware.ts'
import { may } from '#platform/auth/permissions.ts'
import { requireProof, requireProofBesidePassword } from '#platform/auth/proof.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { AgencyDeletion } from './agencies.schema.ts'
import {
  AgencyIdInput,
  InvitationIdInput,
  Leaving,
  MemberChange,
  MemberRemoval,
  NewInvitation,
} from './members.schema.ts'
import { readCurrentAgency, switchAgency as switchTo } from './server/agencies.server.ts'
import { cancelAgencyDeletion, scheduleAgencyDeletion } from './server/deleteAgency.server.ts'
import { inviteMember as invite, resendInvitation, revokeInvitation } from './server/invitations.server.ts'
import { changeMember as change, listMembers } from './server/members.server.ts'
import { leaveAgency as leave, removeMember as remove } from './server/removeMember.server.ts'

export const fetchAgency = createServerFn({ method: 'GET' })
  .middleware([signedInForSetup])
  .handler(({ context: { db, agent } }) => readCurrentAgency(db, agent))

/** Loaded by every page of the portal. `members.length > 1` tells a team from an agent alone. */
export const agencyQuery = queryOptions({ queryKey: queryKeys.agency, queryFn: () => fetchAgency() })

export const fetchMembers = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context: { db, agent } }) => listMembers(db, agent))

export const inviteMember = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(NewInvitation)
  .handler(({ data, context }) => {
    // Someone with these roles reaches everything in the agency.
    if (may(data, 'seeWholeAgency')) requireProof(context)
    return invite(context.services, context.agent, data)
  })

export const resendMemberInvitation = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(InvitationIdInput)
  .handler(({ data, context: { services, agent } }) => resendInvitation(services, agent, data.id))

export const revokeMemberInvitation = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(InvitationIdInput)
  .handler(({ data, context: { services, agent } }) => revokeInvitation(services, agent, data.id))

export const changeMember = createServerFn({ method: 'POST' })
  .middleware([proven])
  .validator(MemberChange)
  .handler(({ data, context: { services, agent } }) => change(services, agent, data))

export const removeMember = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(MemberRemoval)
  .handler(({ data, context: { services, agent } }) => remove(services, agent, data))

export const leaveAgency = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(Leaving)
  .handler(({ data, context: { services, agent } }) => leave(services, agent, data.successorId))

/** Without signing out. The page has to drop everything that it knows of the agency before. */
export const switchAgency = createServerFn({ method: 'POST' })
  .middleware([signedInForSetup])
  .validator(AgencyIdInput)
  .handler(({ data, context: { db, agent, sessionHash } }) => switchTo(db, agent, sessionHash, data.agencyId))

export const membersQuery = queryOptions({ queryKey: queryKeys.members, queryFn: () => fetchMembers() })

export const requestAgencyExport = createServerFn({ method: 'POST' })
  .middleware([proven])
  .handler(({ context }) => requestExport(context.services, context.agent, 'agency'))

export const fetchAgencyExport = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readLatestExport(context.db, context.agent, 'agency'))

export const deleteAgency = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(AgencyDeletion)
  .handler(({ data, context }) => {
    requireProofBesidePassword(context)
    return scheduleAgencyDeletion(context.services, context.agent, data.password)
  })

export const keepAgency = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context }) => cancelAgencyDeletion(context.services, context.agent))

export const agencyExportQuery = queryOptions({
  queryKey: queryKeys.agencyExport,
  queryFn: () => fetchAgencyExport(),
  meta: { handled: true },
})

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { RemindInput } from '#features/disclosure/disclosure.schema.ts'
import { signedIn, signedInWithPayload } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  CountLeadsInput,
  type LeadFilter,
  LeadIdInput,
  LeadIdsInput,
  LeadTimelineInput,
  ListLeadsInput,
  UpdateLeadInput,
} from './leads.schema.ts'
import { listAnswerFilters } from './server/answers/answers.server.ts'
import { remindToAcknowledge as remind } from './server/documents/acknowledgeDocument.server.ts'
import {
  archiveLeads as archive,
  updateLead as change,
  countLeads,
  restoreAccess as giveBack,
  listLeads,
  requireLead,
  restoreLeads as restore,
  withdrawAccess as withdraw,
} from './server/leads.server.ts'
import { listLeadTimeline } from './server/leadTimeline.server.ts'
import { tryLeadAddressAgain as tryAgain } from './server/silencedAddress.server.ts'

/** Calls for agents. None needs a subscription: no enquiry is lost because a card expired. */
export const fetchLeads = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListLeadsInput)
  .handler(({ data, context }) => listLeads(context.db, context.agent, data))

/** The answers that leads can be filtered by. */
export const fetchAnswerFilters = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => listAnswerFilters(context.db, context.agent))

export type LeadsResult = Awaited<ReturnType<typeof fetchLeads>>
export type ListedLead = LeadsResult['leads'][number]

export const fetchLeadCounts = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(CountLeadsInput)
  .handler(({ data, context }) => countLeads(context.db, context.agent, data))

export const fetchLead = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(LeadIdInput)
  .handler(({ data, context }) => requireLead(context.db, context.agent, data.id))

export type OwnLead = Awaited<ReturnType<typeof fetchLead>>

export const fetchLeadTimeline = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(LeadTimelineInput)
  .handler(({ data, context }) => listLeadTimeline(context.db, context.agent, data))

/** A note of 5,000 characters, of which the encoding may need five bytes each. */
const notePayload = { maxBytes: 32_000, maxValues: 20 }

export const changeLead = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(notePayload)])
  .validator(UpdateLeadInput)
  .handler(({ data, context }) => change(context.db, context.agent, data))

export const archiveLeads = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadIdsInput)
  .handler(({ data, context }) => archive(context.db, context.agent, data.ids))

export const restoreLeads = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadIdsInput)
  .handler(({ data, context }) => restore(context.db, context.agent, data.ids))

/** Emails a lead who has not confirmed a document yet. */
export const remindToAcknowledge = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(RemindInput)
  .handler(({ data, context }) => remind(context.services, context.agent, data))

export const withdrawAccess = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadIdInput)
  .handler(({ data, context }) => withdraw(context.db, context.agent, data.id))

export const restoreAccess = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadIdInput)
  .handler(({ data, context }) => giveBack(context.db, context.agent, data.id))

/** For an address whose emails came back. */
export const tryLeadAddressAgain = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(LeadIdInput)
  .handler(({ data, context }) => tryAgain(context.db, context.agent, data.id))

export const leadsQuery = (filter: Partial<LeadFilter>) =>
  infiniteQueryOptions({
    queryKey: queryKeys.leads.list(filter),
    queryFn: ({ pageParam }) => fetchLeads({ data: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // The page shows the error itself, as for the other queries here.
    meta: { handled: true },
  })
/** Of everything within reach, or only of what matches. */
export const leadCountsQuery = (filter: CountLeadsInput = {}) =>
  queryOptions({
    queryKey: queryKeys.leads.countsOf(filter),
    queryFn: () => fetchLeadCounts({ data: filter }),
    meta: { handled: true },
  })
export const answerFiltersQuery = queryOptions({
  queryKey: queryKeys.leads.answerFilters,
  queryFn: () => fetchAnswerFilters(),
  meta: { handled: true },
})
export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.leads.one(id),
    queryFn: () => fetchLead({ data: { id } }),
    meta: { handled: true },
  })
export const leadTimelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.leads.timeline(id),
    queryFn: ({ pageParam }) => fetchLeadTimeline({ data: { id, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { handled: true },
  })

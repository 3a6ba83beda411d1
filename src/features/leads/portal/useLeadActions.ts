import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { reportError } from '#platform/reporting/reportError.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast, showUndoToast } from '#ui/feedback/toasts.tsx'
import { formatCount } from '#ui/format/format.ts'
import {
  archiveLeads,
  changeLead,
  type LeadsResult,
  type OwnLead,
  restoreAccess,
  restoreLeads,
  withdrawAccess,
} from '../leads.functions.ts'
import type { LeadStatus } from '../leadsSearch.ts'

export interface NamedLead {
  id: string
  firstName: string
  lastName: string
}

interface LeadMutation<Input> {
  call: (input: Input) => Promise<unknown>
  /** How it looks until the server has answered. */
  shown: (input: Input) => CachedLeadChange
  praise?: (input: Input) => void
}

/** Seen at once, and put back if the server says no. */
function useLeadMutation<Input>({ call, shown, praise }: LeadMutation<Input>) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: call,
    onMutate: (input) => updateCachedLeads(queryClient, shown(input)),
    onSuccess: (_answer, input) => praise?.(input),
    onError: (error, _input, putBack) => {
      putBack?.()
      reportError(error)
    },
    onSettled: () => invalidateLeads(queryClient),
  })
  return mutate
}

export const leadName = ({ firstName, lastName }: Omit<NamedLead, 'id'>) => `${firstName} ${lastName}`
/** As many in one go as the server takes. */
const MAX_LEADS_PER_CALL = 100
async function callInBatches(ids: string[], call: (ids: string[]) => Promise<unknown>) {
  for (let start = 0; start < ids.length; start += MAX_LEADS_PER_CALL)
    await call(ids.slice(start, start + MAX_LEADS_PER_CALL))
}

const leadIds = (leads: readonly NamedLead[]) => leads.map(({ id }) => id)
/** A single lead by name, several as a count. */
const namesOf = (leads: readonly NamedLead[]) =>
  leads.length === 1 && leads[0] ? leadName(leads[0]) : formatCount(leads.length, 'lead')

export function useLeadActions() {
  const setStatus = useLeadMutation<{ id: string; status: LeadStatus }>({
    call: (data) => changeLead({ data }),
    shown: ({ id, status }) => ({ ids: [id], columns: { status } }),
  })
  const restore = useLeadMutation<readonly NamedLead[]>({
    call: (leads) => callInBatches(leadIds(leads), (ids) => restoreLeads({ data: { ids } })),
    shown: (leads) => ({ ids: leadIds(leads), columns: { archivedAt: null }, leaves: true }),
    praise: (leads) => showToast(`${namesOf(leads)} restored.`),
  })
  const archive = useLeadMutation<readonly NamedLead[]>({
    call: (leads) => callInBatches(leadIds(leads), (ids) => archiveLeads({ data: { ids } })),
    shown: (leads) => ({ ids: leadIds(leads), columns: { archivedAt: new Date() }, leaves: true }),
    praise: (leads) => showUndoToast(`${namesOf(leads)} archived.`, () => restore(leads)),
  })
  const giveBack = useLeadMutation<NamedLead>({
    call: ({ id }) => restoreAccess({ data: { id } }),
    shown: ({ id }) => ({ ids: [id], columns: { withdrawnAt: null } }),
    praise: (lead) => showToast(`${leadName(lead)} can open the documents again.`),
  })
  const withdraw = useLeadMutation<NamedLead>({
    call: ({ id }) => withdrawAccess({ data: { id } }),
    shown: ({ id }) => ({ ids: [id], columns: { withdrawnAt: new Date() } }),
    praise: (lead) => showUndoToast(`${leadName(lead)} can’t open the documents now.`, () => giveBack(lead)),
  })
  return { setStatus, archive, restore, withdraw, giveBack }
}

interface CachedLeadChange {
  ids: string[]
  columns: Partial<Pick<OwnLead, 'status' | 'agentNote' | 'withdrawnAt' | 'archivedAt'>>
  /** They no longer belong into the list that they are in. */
  leaves?: boolean
}

/** Shows a change in everything that the browser holds, before the server has agreed. Answers how to take it back. */
export async function updateCachedLeads(queryClient: QueryClient, { ids, columns, leaves = false }: CachedLeadChange) {
  // An answer that is on its way knows only the old state.
  await queryClient.cancelQueries({ queryKey: [queryKeys.leads] })
  const before = queryClient.getQueriesData({ queryKey: [queryKeys.leads] })
  const changed = <Lead extends { id: string }>(lead: Lead) => (ids.includes(lead.id) ? { ...lead, ...columns } : lead)
  const stays = ({ id }: { id: string }) => !leaves || !ids.includes(id)
  queryClient.setQueriesData<InfiniteData<LeadsResult>>(
    { queryKey: [queryKeys.leads, 'list'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, leads: page.leads.filter(stays).map(changed) })),
      },
  )
  queryClient.setQueriesData<OwnLead>({ queryKey: [queryKeys.leads, 'one'] }, (lead) => lead && changed(lead))
  return function putBack() {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** Figures elsewhere show leads too. */
const invalidateLeads = (queryClient: QueryClient) =>
  Promise.all(
    [queryKeys.leads, queryKeys.listings, queryKeys.dashboardSummary].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )

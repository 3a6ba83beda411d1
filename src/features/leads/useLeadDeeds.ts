import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reportError } from '#platform/reporting/reportError.ts'
import { formatCount } from '#ui/amounts.ts'
import { showToast, showUndoToast } from '#ui/toasts.ts'
import { updateCachedLeads, invalidateLeads, type CachedLeadChange } from './cachedLeads.ts'
import type { LeadStatus } from './leadChoices.ts'
import { archiveLeads, changeLead, restoreAccess, restoreLeads, withdrawAccess } from './leads.functions.ts'

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
  for (let start = 0; start < ids.length; start += MAX_LEADS_PER_CALL) await call(ids.slice(start, start + MAX_LEADS_PER_CALL))
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

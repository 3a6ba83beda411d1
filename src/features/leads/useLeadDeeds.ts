import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reportError } from '#platform/reporting/reportError.ts'
import { counted } from '#ui/amounts.ts'
import { showToast, showUndoToast } from '#ui/toasts.ts'
import { changeCached, readLeadsAgain, type ShownChange } from './cachedLeads.ts'
import type { LeadStatus } from './leadChoices.ts'
import { archiveLeads, changeLead, restoreAccess, restoreLeads, withdrawAccess } from './leads.functions.ts'

export interface NamedLead {
  id: string
  firstName: string
  lastName: string
}

interface DeedWords<Input> {
  call: (input: Input) => Promise<unknown>
  /** How it looks until the server has answered. */
  shown: (input: Input) => ShownChange
  praise?: (input: Input) => void
}

/** Seen at once, and put back if the server says no. */
function useDeed<Input>({ call, shown, praise }: DeedWords<Input>) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: call,
    onMutate: (input) => changeCached(queryClient, shown(input)),
    onSuccess: (_answer, input) => praise?.(input),
    onError: (error, _input, putBack) => {
      putBack?.()
      reportError(error)
    },
    onSettled: () => readLeadsAgain(queryClient),
  })
  return mutate
}

export const nameOf = ({ firstName, lastName }: Omit<NamedLead, 'id'>) => `${firstName} ${lastName}`
/** As many in one go as the server takes. */
const AT_ONCE = 100
async function inParts(ids: string[], call: (ids: string[]) => Promise<unknown>) {
  for (let start = 0; start < ids.length; start += AT_ONCE) await call(ids.slice(start, start + AT_ONCE))
}

const idsOf = (leads: readonly NamedLead[]) => leads.map(({ id }) => id)
/** A single lead by name, several as a count. */
const namesOf = (leads: readonly NamedLead[]) =>
  leads.length === 1 && leads[0] ? nameOf(leads[0]) : counted(leads.length, 'lead')

export function useLeadDeeds() {
  const setStatus = useDeed<{ id: string; status: LeadStatus }>({
    call: (data) => changeLead({ data }),
    shown: ({ id, status }) => ({ ids: [id], columns: { status } }),
  })
  const restore = useDeed<readonly NamedLead[]>({
    call: (leads) => inParts(idsOf(leads), (ids) => restoreLeads({ data: { ids } })),
    shown: (leads) => ({ ids: idsOf(leads), columns: { archivedAt: null }, leaves: true }),
    praise: (leads) => showToast(`${namesOf(leads)} restored.`),
  })
  const archive = useDeed<readonly NamedLead[]>({
    call: (leads) => inParts(idsOf(leads), (ids) => archiveLeads({ data: { ids } })),
    shown: (leads) => ({ ids: idsOf(leads), columns: { archivedAt: new Date() }, leaves: true }),
    praise: (leads) => showUndoToast(`${namesOf(leads)} archived.`, () => restore(leads)),
  })
  const giveBack = useDeed<NamedLead>({
    call: ({ id }) => restoreAccess({ data: { id } }),
    shown: ({ id }) => ({ ids: [id], columns: { withdrawnAt: null } }),
    praise: (lead) => showToast(`${nameOf(lead)} can open the documents again.`),
  })
  const withdraw = useDeed<NamedLead>({
    call: ({ id }) => withdrawAccess({ data: { id } }),
    shown: ({ id }) => ({ ids: [id], columns: { withdrawnAt: new Date() } }),
    praise: (lead) => showUndoToast(`${nameOf(lead)} can’t open the documents now.`, () => giveBack(lead)),
  })
  return { setStatus, archive, restore, withdraw, giveBack }
}

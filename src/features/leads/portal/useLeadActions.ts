import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { formatCount, fullName } from '#ui/format/format.ts'
import { callInBatches, useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { assignLeads, planNextAction, setLeadsStatus } from '../followUp/followUp.functions.ts'
import type { NextActionInput } from '../followUp/followUp.schema.ts'
import {
  archiveLeads,
  changeLead,
  type LeadsResult,
  type OwnLead,
  restoreAccess,
  restoreLeads,
  tryLeadAddressAgain as tryAgain,
  withdrawAccess,
} from '../leads.functions.ts'
import { MAX_LEADS_PER_CALL } from '../leads.schema.ts'
import { type LeadStatus, statusLabels } from '../leadsSearch.ts'

export interface NamedLead {
  id: string
  firstName: string
  lastName: string
}

interface LeadWithStatus extends NamedLead {
  status: LeadStatus
}

export interface LeadWithNextAction extends NamedLead {
  nextAction: string
  nextActionAt: Date | null
}

interface LeadWithAssignee extends NamedLead {
  assigneeId: string | null
}

interface LeadMutation<Input> {
  mutationFn: (input: Input) => Promise<unknown>
  /** How the leads look until the server has answered. */
  change: (input: Input) => CachedLeadChange
  successMessage?: (input: Input) => string
  undo?: (input: Input) => (() => void) | undefined
}

const useLeadMutation = <Input>({ change, ...mutation }: LeadMutation<Input>) =>
  useOptimisticMutation({
    ...mutation,
    queryKey: queryKeys.leads.all,
    updateCache: (queryClient, input: Input) => updateCachedLeads(queryClient, change(input)),
    // The dashboard and the listings count leads.
    invalidates: [
      { queryKey: queryKeys.leads.all },
      { queryKey: queryKeys.listings.all },
      { queryKey: queryKeys.dashboardSummary.all },
    ],
  }).mutate

const leadIds = (leads: readonly NamedLead[]) => leads.map(({ id }) => id)
/** A single lead by name, several as a count. */
const leadsLabel = (leads: readonly NamedLead[]) =>
  leads.length === 1 && leads[0] ? fullName(leads[0]) : formatCount(leads.length, 'lead')

export function useLeadActions() {
  const setStatus = useLeadMutation<{ id: string; status: LeadStatus }>({
    mutationFn: (data) => changeLead({ data }),
    change: ({ id, status }) => ({ ids: [id], columns: { status } }),
  })
  const restore = useLeadMutation<readonly NamedLead[]>({
    mutationFn: (leads) => callInBatches(leadIds(leads), MAX_LEADS_PER_CALL, (ids) => restoreLeads({ data: { ids } })),
    change: (leads) => ({ ids: leadIds(leads), columns: { archivedAt: null }, leavesList: true }),
    successMessage: (leads) => `${leadsLabel(leads)} restored.`,
  })
  const archive = useLeadMutation<readonly NamedLead[]>({
    mutationFn: (leads) => callInBatches(leadIds(leads), MAX_LEADS_PER_CALL, (ids) => archiveLeads({ data: { ids } })),
    change: (leads) => ({ ids: leadIds(leads), columns: { archivedAt: new Date() }, leavesList: true }),
    successMessage: (leads) => `${leadsLabel(leads)} archived.`,
    undo: (leads) => () => restore(leads),
  })
  const restoreLeadAccess = useLeadMutation<NamedLead>({
    mutationFn: ({ id }) => restoreAccess({ data: { id } }),
    change: ({ id }) => ({ ids: [id], columns: { withdrawnAt: null } }),
    successMessage: (lead) => `${fullName(lead)} can open the documents again.`,
  })
  const removeLeadAccess = useLeadMutation<NamedLead>({
    mutationFn: ({ id }) => withdrawAccess({ data: { id } }),
    change: ({ id }) => ({ ids: [id], columns: { withdrawnAt: new Date() } }),
    successMessage: (lead) => `${fullName(lead)} can’t open the documents now.`,
    undo: (lead) => () => restoreLeadAccess(lead),
  })
  const setStatuses = useLeadMutation<{ leads: readonly LeadWithStatus[]; status: LeadStatus }>({
    mutationFn: ({ leads, status }) =>
      callInBatches(leadIds(leads), MAX_LEADS_PER_CALL, (ids) => setLeadsStatus({ data: { ids, status } })),
    change: ({ leads, status }) => ({ ids: leadIds(leads), columns: { status } }),
    successMessage: ({ leads, status }) => `${leadsLabel(leads)} marked as ${statusLabels[status].toLowerCase()}.`,
    undo:
      ({ leads }) =>
      () => {
        for (const [status, group] of Map.groupBy(leads, (lead) => lead.status)) setStatuses({ leads: group, status })
      },
  })
  const planNext = useLeadMutation<{
    leads: readonly LeadWithNextAction[]
    next: NextActionInput | null
    isUndo?: boolean
  }>({
    mutationFn: ({ leads, next }) =>
      callInBatches(leadIds(leads), MAX_LEADS_PER_CALL, (ids) =>
        planNextAction({
          data: { ids, next: next && { ...next, nextActionAt: next.nextActionAt.toISOString() } },
        }),
      ),
    change: ({ leads, next }) => ({ ids: leadIds(leads), columns: next ?? { nextAction: '', nextActionAt: null } }),
    successMessage: ({ leads, next }) => `${leadsLabel(leads)}: ${next ? 'next action saved' : 'next action done'}.`,
    undo: ({ leads, isUndo }) =>
      isUndo
        ? undefined
        : () => {
            const unplanned = leads.filter((lead) => !lead.nextActionAt)
            if (unplanned.length > 0) planNext({ leads: unplanned, next: null, isUndo: true })
            for (const lead of leads)
              if (lead.nextActionAt) {
                const { nextAction, nextActionAt } = lead
                planNext({ leads: [lead], next: { nextAction, nextActionAt }, isUndo: true })
              }
          },
  })
  const assign = useLeadMutation<{ leads: readonly LeadWithAssignee[]; assigneeId: string | null; isUndo?: boolean }>({
    mutationFn: ({ leads, assigneeId }) =>
      callInBatches(leadIds(leads), MAX_LEADS_PER_CALL, (ids) => assignLeads({ data: { ids, assigneeId } })),
    change: ({ leads, assigneeId }) => ({ ids: leadIds(leads), columns: { assigneeId } }),
    successMessage: ({ leads }) => `${leadsLabel(leads)} assigned.`,
    undo: ({ leads, isUndo }) =>
      isUndo
        ? undefined
        : () => {
            for (const [assigneeId, group] of Map.groupBy(leads, (lead) => lead.assigneeId))
              assign({ leads: group, assigneeId, isUndo: true })
          },
  })
  const tryLeadAddressAgain = useLeadMutation<NamedLead>({
    mutationFn: ({ id }) => tryAgain({ data: { id } }),
    change: ({ id }) => ({ ids: [id], columns: { isEmailBounced: false } }),
    successMessage: (lead) => `${fullName(lead)} will get your next message.`,
  })
  return {
    assign,
    tryLeadAddressAgain,
    setStatus,
    setStatuses,
    planNext,
    archive,
    restore,
    removeLeadAccess,
    restoreLeadAccess,
  }
}

interface CachedLeadChange {
  ids: string[]
  columns: Partial<
    Pick<
      OwnLead,
      | 'status'
      | 'agentNote'
      | 'withdrawnAt'
      | 'archivedAt'
      | 'nextAction'
      | 'nextActionAt'
      | 'assigneeId'
      | 'isEmailBounced'
    >
  >
  /** The leads no longer belong in the list they are in. */
  leavesList?: boolean
}

/** Changes leads in every cached list and in the open drawer. */
export function updateCachedLeads(queryClient: QueryClient, { ids, columns, leavesList = false }: CachedLeadChange) {
  const update = <Lead extends { id: string }>(lead: Lead) => (ids.includes(lead.id) ? { ...lead, ...columns } : lead)
  const stays = ({ id }: { id: string }) => !leavesList || !ids.includes(id)
  queryClient.setQueriesData<InfiniteData<LeadsResult>>(
    { queryKey: queryKeys.leads.lists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, leads: page.leads.filter(stays).map(update) })),
      },
  )
  queryClient.setQueriesData<OwnLead>({ queryKey: queryKeys.leads.details }, (lead) => lead && update(lead))
}

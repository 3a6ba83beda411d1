import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeLead } from '#features/leads/leads.functions.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showAndReportError } from '#platform/telemetry/browser/showAndReportError.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { formatCount, fullName } from '#ui/format/format.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { followUpVisitors, openHomeQuery, removeVisitor, setVisitorCount } from '../openHomes.functions.ts'
import type { ListedVisitor } from '../server/visitors.server.ts'

/** What an agent does after an open home. */
export function useOpenHomeActions(openHomeId: string) {
  const { queryKey } = openHomeQuery(openHomeId)
  const changes = { queryKey, invalidates: [{ queryKey }, { queryKey: queryKeys.leads.all }] }
  const { mutate: putBack } = useOptimisticMutation<ListedVisitor, void>({
    ...changes,
    mutationFn: ({ id }) => removeVisitor({ data: { openHomeId, leadId: id, isRemoved: false } }),
    successMessage: (visitor) => `${fullName(visitor)} is back on the list.`,
  })
  const { mutate: remove } = useOptimisticMutation<ListedVisitor, void>({
    ...changes,
    mutationFn: ({ id }) => removeVisitor({ data: { openHomeId, leadId: id, isRemoved: true } }),
    updateCache: (queryClient, { id }) =>
      queryClient.setQueryData(
        queryKey,
        (page) =>
          page && {
            ...page,
            named: page.named - 1,
            total: page.total - 1,
            visitors: page.visitors.filter((visitor) => visitor.id !== id),
          },
      ),
    successMessage: (visitor) => `${fullName(visitor)} removed from the list. They’re still a lead.`,
    undo: (visitor) => () => putBack(visitor),
  })
  const { mutate: setStatus } = useOptimisticMutation<
    { visitor: ListedVisitor; status: ListedVisitor['status'] },
    unknown
  >({
    ...changes,
    mutationFn: ({ visitor, status }) => changeLead({ data: { id: visitor.id, status } }),
    updateCache: (queryClient, { visitor, status }) =>
      queryClient.setQueryData(
        queryKey,
        (page) =>
          page && {
            ...page,
            visitors: page.visitors.map((one) => (one.id === visitor.id ? { ...one, status } : one)),
          },
      ),
    successMessage: ({ visitor, status }) =>
      status === 'contacted'
        ? `${fullName(visitor)} marked as contacted.`
        : `${fullName(visitor)} is no longer marked as contacted.`,
    undo: ({ visitor, status }) =>
      status === 'contacted' ? () => setStatus({ visitor: { ...visitor, status }, status: visitor.status }) : undefined,
  })
  const { mutate: setCount } = useOptimisticMutation<number, void>({
    ...changes,
    mutationFn: (counted) => setVisitorCount({ data: { openHomeId, counted } }),
    updateCache: (queryClient, counted) =>
      queryClient.setQueryData(queryKey, (page) => page && { ...page, counted, total: page.named + counted }),
    scope: 'open home count',
  })
  return { remove, setStatus, setCount }
}

/** Emails the documents to everyone who came. */
export function useFollowUp(openHomeId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => followUpVisitors({ data: { openHomeId } }),
    onSuccess: ({ people }) => {
      showToast(`We’re emailing the documents to ${formatCount(people, 'visitor')}.`)
      return queryClient.invalidateQueries(openHomeQuery(openHomeId))
    },
    onError: showAndReportError,
  })
}

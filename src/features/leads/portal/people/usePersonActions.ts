import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { changeLead } from '../../leads.functions.ts'
import type { LeadStatus } from '../../leadsSearch.ts'
import { mergePeople, type OwnPerson, separatePerson } from '../../people/people.functions.ts'

interface NamedPerson {
  id: string
  name: string
}

const invalidates = [{ queryKey: queryKeys.people.all }, { queryKey: queryKeys.leads.all }]

export function usePersonActions() {
  const { mutate: setStatus } = useOptimisticMutation<{ id: string; status: LeadStatus }, unknown>({
    mutationFn: (data) => changeLead({ data }),
    queryKey: queryKeys.people.all,
    updateCache: (queryClient, { id, status }) =>
      queryClient.setQueriesData<OwnPerson>({ queryKey: queryKeys.people.details }, (person) => {
        const change = <Row extends { id: string }>(row: Row) => (row.id === id ? { ...row, status } : row)
        return person && { ...person, enquiries: person.enquiries.map(change) }
      }),
    invalidates: [...invalidates, { queryKey: queryKeys.dashboardSummary.all }],
  })
  const { mutate: separate } = useOptimisticMutation<NamedPerson, unknown>({
    mutationFn: ({ id }) => separatePerson({ data: { id } }),
    queryKey: queryKeys.people.all,
    successMessage: ({ name }) => `${name} is a separate person again.`,
    invalidates,
  })
  const { mutate: merge } = useOptimisticMutation<{ id: string; other: NamedPerson }, unknown>({
    mutationFn: ({ id, other }) => mergePeople({ data: { id, otherId: other.id } }),
    queryKey: queryKeys.people.all,
    successMessage: ({ other }) => `${other.name} merged into this person.`,
    undo:
      ({ other }) =>
      () =>
        separate(other),
    invalidates,
  })
  return { setStatus, separate, merge }
}

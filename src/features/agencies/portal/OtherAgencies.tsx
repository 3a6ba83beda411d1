import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { agencyQuery, switchAgency } from '../agencies.functions.ts'
import { agencyLabel } from './memberNames.ts'

/** For someone who can't go on in this agency, and works in others too. */
export function OtherAgencies() {
  const { data: agency } = useSuspenseQuery(agencyQuery)
  const { mutate: switchTo, isPending } = useSwitchAgency()
  return agency.agencies
    .filter(({ id }) => id !== agency.id)
    .map(({ id, name }) => (
      <Button key={id} variant="default" size="md" fullWidth disabled={isPending} onClick={() => switchTo(id)}>
        Work in {agencyLabel(name)} instead
      </Button>
    ))
}

export function useSwitchAgency() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (agencyId: string) => switchAgency({ data: { agencyId } }),
    onSuccess: () => {
      queryClient.clear()
      // A new document keeps nothing of the agency before.
      window.location.assign('/portal')
    },
  })
}

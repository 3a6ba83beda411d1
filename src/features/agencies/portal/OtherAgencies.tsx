import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { agencyQuery } from '../agencies.functions.ts'
import { agencyLabel } from './memberNames.ts'
import { useSwitchAgency } from './useSwitchAgency.ts'

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

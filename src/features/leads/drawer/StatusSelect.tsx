import { NativeSelect } from '@mantine/core'
import { leadStatuses, statusWords } from '../leadChoices.ts'
import type { OwnLead } from '../leads.functions.ts'
import { useLeadDeeds } from '../useLeadDeeds.ts'

const choices = leadStatuses.map((status) => ({ value: status, label: statusWords[status] }))

/** How far things have come. The buyer never sees it. */
export function StatusSelect({ lead: { id, status } }: { lead: OwnLead }) {
  const { setStatus } = useLeadDeeds()
  return (
    <NativeSelect
      label="Status"
      data={choices}
      value={status}
      onChange={(event) => {
        const chosen = leadStatuses[event.currentTarget.selectedIndex]
        if (chosen) setStatus({ id, status: chosen })
      }}
    />
  )
}

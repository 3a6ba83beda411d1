import { NativeSelect } from '@mantine/core'
import { leadStatuses, statusLabels } from '../leadChoices.ts'
import type { OwnLead } from '../leads.functions.ts'
import { useLeadActions } from '../useLeadDeeds.ts'

const statusOptions = leadStatuses.map((status) => ({ value: status, label: statusLabels[status] }))

/** How far things have come. The buyer never sees it. */
export function StatusSelect({ lead: { id, status } }: { lead: OwnLead }) {
  const { setStatus } = useLeadActions()
  return (
    <NativeSelect
      label="Status"
      data={statusOptions}
      value={status}
      onChange={(event) => {
        const chosen = leadStatuses[event.currentTarget.selectedIndex]
        if (chosen) setStatus({ id, status: chosen })
      }}
    />
  )
}

import { NativeSelect } from '@mantine/core'
import type { DashboardRange } from './dashboardRange.ts'

const choices: { value: DashboardRange; label: string }[] = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '12m', label: 'Last 12 months' },
]

interface RangeSelectProps {
  range: DashboardRange
  onRange: (range: DashboardRange) => void
}

export const RangeSelect = ({ range, onRange }: RangeSelectProps) => (
  <NativeSelect
    aria-label="Range"
    w={160}
    style={{ flex: 'none' }}
    data={choices}
    value={range}
    onChange={(event) => {
      const chosen = choices[event.currentTarget.selectedIndex]
      if (chosen) onRange(chosen.value)
    }}
  />
)

import { NativeSelect } from '@mantine/core'
import { type DashboardRange, rangeChoices } from './dashboardRange.ts'

interface RangeSelectProps {
  range: DashboardRange
  onRange: (range: DashboardRange) => void
}

export const RangeSelect = ({ range, onRange }: RangeSelectProps) => (
  <NativeSelect
    aria-label="Range"
    w={160}
    style={{ flex: 'none' }}
    data={rangeChoices}
    value={range}
    onChange={(event) => {
      const chosen = rangeChoices[event.currentTarget.selectedIndex]
      if (chosen) onRange(chosen.value)
    }}
  />
)

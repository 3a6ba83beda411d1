import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { type DateRange, dateRangeLabels } from '../dateRanges.ts'

interface DateRangeSelectProps<Choice extends DateRange> extends Pick<NativeSelectProps, 'className' | 'w'> {
  choices: readonly Choice[]
  range: Choice
  onRange: (range: Choice) => void
}

export const DateRangeSelect = <Choice extends DateRange>({
  choices,
  range,
  onRange,
  ...look
}: DateRangeSelectProps<Choice>) => (
  <NativeSelect
    aria-label="Range"
    data={choices.map((choice) => ({ value: choice, label: dateRangeLabels[choice] }))}
    value={range}
    onChange={(event) => {
      const chosen = choices[event.currentTarget.selectedIndex]
      if (chosen) onRange(chosen)
    }}
    {...look}
  />
)

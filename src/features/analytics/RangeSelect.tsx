import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { type Range, rangeWords } from './ranges.ts'

interface RangeSelectProps<Choice extends Range> extends Pick<NativeSelectProps, 'className' | 'w'> {
  choices: readonly Choice[]
  range: Choice
  onRange: (range: Choice) => void
}

/** Over which days is counted. */
export const RangeSelect = <Choice extends Range>({ choices, range, onRange, ...look }: RangeSelectProps<Choice>) => (
  <NativeSelect
    aria-label="Range"
    data={choices.map((choice) => ({ value: choice, label: rangeWords[choice] }))}
    value={range}
    onChange={(event) => {
      const chosen = choices[event.currentTarget.selectedIndex]
      if (chosen) onRange(chosen)
    }}
    {...look}
  />
)

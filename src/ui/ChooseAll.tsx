import { Checkbox } from '@mantine/core'

export interface SelectAllProps {
  allChosen?: boolean
  someChosen?: boolean
  /** Absent while there is nothing to choose. */
  onAll?: () => void
}

/** The box above a list whose rows can be chosen. */
export const SelectAll = ({ allChosen = false, someChosen = false, onAll }: SelectAllProps) => (
  <Checkbox
    size="sm"
    aria-label="Select all"
    disabled={!onAll}
    checked={allChosen}
    indeterminate={someChosen && !allChosen}
    onChange={onAll}
  />
)

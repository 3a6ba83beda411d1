import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { formatDate } from '#ui/formats.ts'
import { useNow } from '#ui/useNow.ts'

/** Shows the clock of the chosen time zone, and says what a change means for the analytics. */
export function TimeZoneSelect({ value, ...field }: Pick<SelectProps, 'value' | 'onChange' | 'error'>) {
  const now = useNow()
  const zones = useMemo(() => timeZoneOptions(value), [value])
  return (
    <Select
      label="Time zone"
      description={
        <>
          <span suppressHydrationWarning>{value && `It’s ${localClock(now, value)} there now.`}</span> A new time zone
          applies to visits from now on; past days in your analytics stay as they are.
        </>
      }
      data={zones}
      value={value}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No matching time zone"
      maxDropdownHeight={280}
      maw={360}
      comboboxProps={{ keepMounted: false }}
      autoComplete="off"
      {...field}
    />
  )
}

/** Browsers leave out older names, which an account may still hold. */
function timeZoneOptions(value: string | null | undefined) {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...(value ? [value] : [])])
  return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ').replaceAll('/', ' / ') }))
}

const localClock = (now: Date, timeZone: string) =>
  formatDate(now, { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone })

import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { writtenDate } from '#ui/formats.ts'
import { useNow } from '#ui/useNow.ts'

/** Chosen once and seldom changed, but every day of the analytics is cut by it: so it shows the clock. */
export function TimeZoneSelect({ value, ...field }: Pick<SelectProps, 'value' | 'onChange' | 'error'>) {
  const now = useNow()
  const zones = useMemo(() => zonesWith(value), [value])
  return (
    <Select
      label="Time zone"
      description={<span suppressHydrationWarning>{value && `It’s ${clock(now, value)} there now.`}</span>}
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
function zonesWith(value: string | null | undefined) {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...(value ? [value] : [])])
  return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ').replaceAll('/', ' / ') }))
}

const clock = (now: Date, timeZone: string) =>
  writtenDate(now, { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone })

import { NativeSelect } from '@mantine/core'
import { daysBefore, todayIn } from '#ui/calendarDays.ts'
import { DayFields } from '#ui/DayFields.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import classes from './FilterBar.module.css'
import type { FilterBarProps } from './FilterBar.tsx'

const choices: { value: AnalyticsWish['range']; label: string }[] = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '12m', label: 'Last 12 months' },
  { value: 'custom', label: 'Choose days' },
]

/** A usual span, or days of one's own. */
export function RangeFilter({ wish, onWish, timeZone }: Pick<FilterBarProps, 'wish' | 'onWish' | 'timeZone'>) {
  const today = todayIn(timeZone)
  const choose = (range: AnalyticsWish['range'] = '30d') =>
    onWish(range === 'custom' ? { range, from: daysBefore(today, 29), to: today } : { range, from: '', to: '' })
  return (
    <>
      <NativeSelect
        className={classes.range}
        aria-label="Range"
        data={choices}
        value={wish.range}
        onChange={(event) => choose(choices[event.currentTarget.selectedIndex]?.value)}
      />
      {wish.range === 'custom' && (
        <DayFields className={classes.days} from={wish.from} to={wish.to} today={today} onDays={onWish} />
      )}
    </>
  )
}

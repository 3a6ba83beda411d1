import { daysBefore, todayIn } from '#ui/calendarDays.ts'
import { DayFields } from '#ui/DayFields.tsx'
import { RangeSelect } from '../RangeSelect.tsx'
import { type Range, ranges } from '../ranges.ts'
import classes from './FilterBar.module.css'
import type { FilterBarProps } from './FilterBar.tsx'

/** A usual span, or days of one's own. */
export function RangeFilter({ wish, onWish, timeZone }: Pick<FilterBarProps, 'wish' | 'onWish' | 'timeZone'>) {
  const today = todayIn(timeZone)
  const choose = (range: Range) =>
    onWish(range === 'custom' ? { range, from: daysBefore(today, 29), to: today } : { range, from: '', to: '' })
  return (
    <>
      <RangeSelect className={classes.range} choices={ranges} range={wish.range} onRange={choose} />
      {wish.range === 'custom' && (
        <DayFields className={classes.days} from={wish.from} to={wish.to} today={today} onDays={onWish} />
      )}
    </>
  )
}

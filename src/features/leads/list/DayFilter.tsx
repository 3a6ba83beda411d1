import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { todayIn } from '#ui/calendarDays.ts'
import { DateRangeFields } from '#ui/DayFields.tsx'
import { startOfRange, dayRanges } from './days.ts'
import classes from './LeadsPage.module.css'
import type { LeadsSearch } from './leadsWish.ts'

interface DayFilterProps {
  wish: LeadsSearch
  onWish: (change: Partial<LeadsSearch>) => void
  timeZone: string
}

const dayOptions = [
  { value: '', label: 'Any time' },
  ...dayRanges.map(({ days, label }) => ({ value: String(days), label })),
  { value: 'own', label: 'Custom dates' },
]

/** When they arrived: a usual span, or days of one's own. */
export function DayFilter({ wish: { from, to }, onWish, timeZone }: DayFilterProps) {
  const [isChoosing, setChoosing] = useState(false)
  const today = todayIn(timeZone)
  const span = dayRanges.find(({ days }) => from === startOfRange(today, days) && !to)
  const chosen = isChoosing || to || (from && !span) ? 'own' : span ? String(span.days) : ''
  const choose = (value: string) => {
    setChoosing(value === 'own')
    if (value !== 'own') onWish({ from: value && startOfRange(today, Number(value)), to: '' })
  }
  return (
    <>
      <NativeSelect
        className={classes.choice}
        aria-label="Received"
        data={dayOptions}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen === 'own' && <DateRangeFields className={classes.days} from={from} to={to} today={today} onDays={onWish} />}
    </>
  )
}

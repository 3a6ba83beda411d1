import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { todayIn } from '#ui/calendarDays.ts'
import { DayFields } from '#ui/DayFields.tsx'
import { beginOfSpan, spans } from './days.ts'
import classes from './LeadsPage.module.css'
import type { LeadsWish } from './leadsWish.ts'

interface DayFilterProps {
  wish: LeadsWish
  onWish: (change: Partial<LeadsWish>) => void
  timeZone: string
}

const choices = [
  { value: '', label: 'Any time' },
  ...spans.map(({ days, label }) => ({ value: String(days), label })),
  { value: 'own', label: 'Custom dates' },
]

/** When they arrived: a usual span, or days of one's own. */
export function DayFilter({ wish: { from, to }, onWish, timeZone }: DayFilterProps) {
  const [isChoosing, setChoosing] = useState(false)
  const today = todayIn(timeZone)
  const span = spans.find(({ days }) => from === beginOfSpan(today, days) && !to)
  const chosen = isChoosing || to || (from && !span) ? 'own' : span ? String(span.days) : ''
  const choose = (value: string) => {
    setChoosing(value === 'own')
    if (value !== 'own') onWish({ from: value && beginOfSpan(today, Number(value)), to: '' })
  }
  return (
    <>
      <NativeSelect
        className={classes.choice}
        aria-label="Received"
        data={choices}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen === 'own' && <DayFields className={classes.days} from={from} to={to} today={today} onDays={onWish} />}
    </>
  )
}

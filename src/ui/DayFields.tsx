import { TextInput } from '@mantine/core'
import classes from './DayFields.module.css'

interface DateRangeFieldsProps {
  from: string
  to: string
  today: string
  /** What was chosen; empty where a day was taken away. */
  onDays: (change: { from?: string; to?: string }) => void
  className?: string
}

/** Days of one's own. */
export const DateRangeFields = ({ from, to, today, onDays, className = '' }: DateRangeFieldsProps) => (
  <div className={`${classes.days} ${className}`}>
    <span>From</span>
    <DateField label="From" value={from} max={to || today} onDay={(day) => onDays({ from: day })} />
    <span>to</span>
    <DateField label="To" value={to} min={from} max={today} onDay={(day) => onDays({ to: day })} />
  </div>
)

interface DateFieldProps {
  label: string
  value: string
  min?: string
  max: string
  onDay: (day: string) => void
}

const DateField = ({ label, onDay, ...field }: DateFieldProps) => (
  <TextInput type="date" aria-label={label} {...field} onChange={(event) => onDay(event.currentTarget.value)} />
)

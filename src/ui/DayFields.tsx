import { TextInput } from '@mantine/core'
import classes from './DayFields.module.css'

interface DayFieldsProps {
  from: string
  to: string
  today: string
  /** What was chosen; empty where a day was taken away. */
  onDays: (change: { from?: string; to?: string }) => void
  className?: string
}

/** Days of one's own. */
export const DayFields = ({ from, to, today, onDays, className = '' }: DayFieldsProps) => (
  <div className={`${classes.days} ${className}`}>
    <span>From</span>
    <DayField label="From" value={from} max={to || today} onDay={(day) => onDays({ from: day })} />
    <span>to</span>
    <DayField label="To" value={to} min={from} max={today} onDay={(day) => onDays({ to: day })} />
  </div>
)

interface DayFieldProps {
  label: string
  value: string
  min?: string
  max: string
  onDay: (day: string) => void
}

const DayField = ({ label, onDay, ...field }: DayFieldProps) => (
  <TextInput type="date" aria-label={label} {...field} onChange={(event) => onDay(event.currentTarget.value)} />
)

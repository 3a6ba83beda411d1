import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import { type ComponentPropsWithRef, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatAmount } from '../format/format.ts'
import { icon } from '../theme/theme.ts'
import classes from './ListFilters.module.css'

interface SearchFieldProps {
  label: string
  /** What is searched for now, as the address has it. */
  value: string
  onSearch: (words: string) => void
  className?: string
}

/** Searches when the typing pauses. Escape and the cross begin anew. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const ask = (words: string) => {
    if (words === asked.current) return
    asked.current = words
    onSearch(words)
  }
  const askSoon = useDebouncedCallback(ask, 250)
  useEffect(() => {
    // The address changed by itself (back, a link). The echo of our own question must not undo what was typed since.
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  const type = (words: string) => {
    setTyped(words)
    askSoon(words.trim())
  }
  const clear = () => {
    askSoon.cancel()
    setTyped('')
    ask('')
  }
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed) clear()
  }
  return (
    <TextInput
      className={className}
      aria-label={label}
      placeholder={label}
      type="search"
      enterKeyHint="search"
      maxLength={100}
      leftSection={<IconSearch {...icon} size={16} />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={clearOnEscape}
    />
  )
}

/** Choices of which one is taken, in a row. */
export const Chips = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className={classes.filter}>
    {children}
  </nav>
)

interface ChipProps extends ComponentPropsWithRef<'a'> {
  on: boolean
  /** How many there are, once that is known: until then its room is kept. */
  count?: number
}

/** A link, so that each choice can be opened beside the other, kept and gone back to. */
export const ChipLink = createLink(({ on, children, ...rest }: ChipProps) => {
  const { count, ...link } = rest
  return (
    <a {...link} className={classes.choice} aria-current={on ? 'true' : undefined} data-on={on || undefined}>
      {children}
      {'count' in rest && <span className={classes.count}>{count === undefined ? '' : formatAmount(count)}</span>}
    </a>
  )
})

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

/** Takes along what the page shows. On a phone its sign has to do. */
export const ExportCsvButton = ({ href, className }: { href: string; className: string | undefined }) => (
  <Button component="a" className={className} href={href} download variant="default" aria-label="Export CSV">
    <IconDownload {...icon} size={16} />
    <span className={classes.word}>Export CSV</span>
  </Button>
)

import { Button, VisuallyHidden } from '@mantine/core'
import { type ComponentPropsWithoutRef, type ReactNode, useState } from 'react'
import { formatAmount, nounForCount } from '#ui/format/format.ts'
import classes from './BarList.module.css'

export interface Bar {
  /** Passed to `link`. */
  id: string
  label: string
  value: number
  /** How the value is written, if it is not a count. */
  valueText?: string
  /** A flag or an icon before the label. */
  icon?: ReactNode
  /** Small text before the value. */
  note?: string
}

interface RowProps extends Pick<ComponentPropsWithoutRef<'a'>, 'className' | 'children'> {}

interface BarListProps {
  /** For screen readers. */
  label: string
  bars: readonly Bar[]
  /** What is counted, in the singular: "view". Read out after the value. */
  noun: string
  /** Renders each row as a link with the given class and content. */
  link: (id: string, row: RowProps) => ReactNode
}

const PREVIEW_COUNT = 8

/** Names with a bar and a value each, the first eight until all are asked for. */
export function BarList({ label, bars, noun, link }: BarListProps) {
  const [isOpen, setOpen] = useState(false)
  const maximum = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {(isOpen ? bars : bars.slice(0, PREVIEW_COUNT)).map(({ id, ...bar }) => (
          <li key={id}>
            {link(id, { className: classes.row, children: <BarContent {...bar} maximum={maximum} noun={noun} /> })}
          </li>
        ))}
      </ul>
      {bars.length > PREVIEW_COUNT && (
        <Button className={classes.more} variant="subtle" size="compact-sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${formatAmount(bars.length)}`}
        </Button>
      )}
    </>
  )
}

interface BarContentProps extends Omit<Bar, 'id'> {
  maximum: number
  noun: string
}

const BarContent = ({ label, icon, note, value, valueText, maximum, noun }: BarContentProps) => (
  <>
    <span className={classes.bar} style={{ width: `${(value / maximum) * 100}%` }} />
    {icon && <span className={classes.icon}>{icon}</span>}
    <span className={classes.label} title={label}>
      <bdi>{label}</bdi>
    </span>
    {note && <span className={classes.note}>{note}</span>}
    <span className={classes.value}>
      {valueText ?? (
        <>
          {formatAmount(value)}
          <VisuallyHidden> {nounForCount(value, noun)}</VisuallyHidden>
        </>
      )}
    </span>
  </>
)

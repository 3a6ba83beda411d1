import { Button, VisuallyHidden } from '@mantine/core'
import { type ComponentPropsWithoutRef, type ReactNode, useState } from 'react'
import { written } from '#ui/amounts.ts'
import classes from './BarList.module.css'

export interface Bar {
  /** Given to `onChoose` and `link`. */
  id: string
  label: string
  value: number
  /** A flag or an icon before the label. */
  icon?: ReactNode
  /** Quiet words before the value. */
  note?: string
}

interface RowProps extends Pick<ComponentPropsWithoutRef<'a'>, 'className' | 'children'> {}

interface BarListProps {
  /** What the list is called for those who listen. */
  label: string
  bars: readonly Bar[]
  /** What is counted, in the singular: "view". Read out after the value. */
  noun: string
  /** How a value is written; as a whole number unless told otherwise. */
  write?: (value: number) => string
  /** Makes each row a button. */
  onChoose?: (id: string) => void
  /** Makes each row a link of one's own, with the given class and content. */
  link?: (id: string, row: RowProps) => ReactNode
  /** The id of the row that is taken. */
  chosen?: string
}

const FEW = 8

/** Names by how much they count, a bar behind each. The first eight, then all. */
export function BarList({ label, bars, noun, write = written, onChoose, link, chosen }: BarListProps) {
  const [isOpen, setOpen] = useState(false)
  const greatest = Math.max(1, ...bars.map(({ value }) => value))
  const rowOf = ({ id, ...bar }: Bar) => {
    const row = { className: classes.row, children: <BarContent {...bar} {...{ greatest, noun, write }} /> }
    if (link) return link(id, row)
    if (!onChoose) return <div {...row} />
    return <button type="button" {...row} aria-pressed={id === chosen} onClick={() => onChoose(id)} />
  }
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {(isOpen ? bars : bars.slice(0, FEW)).map((bar) => (
          <li key={bar.id}>{rowOf(bar)}</li>
        ))}
      </ul>
      {bars.length > FEW && (
        <Button className={classes.more} variant="subtle" size="compact-sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${written(bars.length)}`}
        </Button>
      )}
    </>
  )
}

interface BarContentProps extends Omit<Bar, 'id'> {
  greatest: number
  noun: string
  write: (value: number) => string
}

const BarContent = ({ label, icon, note, value, greatest, noun, write }: BarContentProps) => (
  <>
    <span className={classes.bar} style={{ width: `${(value / greatest) * 100}%` }} />
    {icon && <span className={classes.icon}>{icon}</span>}
    <span className={classes.label} title={label}>
      <bdi>{label}</bdi>
    </span>
    {note && <span className={classes.note}>{note}</span>}
    <span className={classes.value}>
      {write(value)}
      <VisuallyHidden>
        {' '}
        {noun}
        {value === 1 ? '' : 's'}
      </VisuallyHidden>
    </span>
  </>
)

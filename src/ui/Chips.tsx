import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { formatAmount } from './amounts.ts'
import classes from './Chips.module.css'

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

import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import buttons from '#ui/buttons.module.css'
import classes from './Action.module.css'

interface ActionProps extends Omit<ComponentPropsWithRef<'a'>, 'className'> {
  look?: 'filled' | 'plain' | 'bright' | 'ghost'
  large?: boolean
}

/** A link that looks like a button, to an address that only the server knows. */
export const PlainAction = ({ look = 'filled', large = false, ...props }: ActionProps) => (
  <a {...props} className={`${buttons[look]} ${large ? classes.large : classes.usual}`} />
)

/** The same to a page of ours. */
export const Action = createLink(PlainAction)

/** Beside each other where there is room. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>

import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import buttons from '#ui/theme/buttons.module.css'
import classes from './ActionLink.module.css'

interface ActionLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'className'> {
  look?: 'filled' | 'plain' | 'bright' | 'ghost'
  large?: boolean
}

/** A link that looks like a button, for addresses outside the route tree. */
export const ActionAnchor = ({ look = 'filled', large = false, ...props }: ActionLinkProps) => (
  <a {...props} className={`${buttons[look]} ${large ? classes.large : classes.usual}`} />
)

/** A link that looks like a button, to one of our pages. */
export const ActionLink = createLink(ActionAnchor)

/** Actions side by side, or stacked on a phone. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>

export interface LiveExampleProps {
  /** The path of a public example listing, if there is one. */
  examplePath: string | null
}

export function LiveExampleLink({ examplePath, large }: LiveExampleProps & { large?: boolean }) {
  if (!examplePath) return null
  return (
    <ActionAnchor href={examplePath} look="plain" large={large}>
      See a live example
    </ActionAnchor>
  )
}

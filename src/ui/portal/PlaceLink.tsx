import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { icon } from '../theme.ts'
import classes from './PlaceLink.module.css'
import type { allPlaces } from './places.ts'
import { unreadWords, upTo99 } from './unread.ts'

interface PlaceLinkProps {
  place: (typeof allPlaces)[number]
  unreadLeads?: number
  className?: string
  onClick?: () => void
}

/** The router marks the link of the current place with `aria-current` and `data-status`. */
export function PlaceLink({ place: { to, label, Icon, activeOptions }, unreadLeads = 0, ...others }: PlaceLinkProps) {
  return (
    <Link to={to} activeOptions={activeOptions} {...others}>
      <Icon {...icon} />
      <span>{label}</span>
      {to === '/portal/leads' && unreadLeads > 0 && (
        <>
          <span className={classes.unread} aria-hidden="true">
            {upTo99(unreadLeads)}
          </span>
          <VisuallyHidden>{unreadWords(unreadLeads)}</VisuallyHidden>
        </>
      )}
    </Link>
  )
}

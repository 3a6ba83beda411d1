import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { icon } from '../theme.ts'
import classes from './PlaceLink.module.css'
import type { allPlaces } from './places.ts'
import { upTo99 } from './unread.ts'

interface PlaceLinkProps {
  place: (typeof allPlaces)[number]
  /** How many leads need a reply, shown beside their place. */
  leadsToReply?: number
  className?: string
  onClick?: () => void
}

/** The router marks the link of the current place with `aria-current` and `data-status`. */
export function PlaceLink({ place: { to, label, Icon, activeOptions }, leadsToReply = 0, ...others }: PlaceLinkProps) {
  return (
    <Link to={to} activeOptions={activeOptions} {...others}>
      <Icon {...icon} />
      <span>{label}</span>
      {to === '/portal/leads' && leadsToReply > 0 && (
        <>
          <span className={classes.badge} aria-hidden="true" title={replyWords(leadsToReply)}>
            {upTo99(leadsToReply)}
          </span>
          <VisuallyHidden>{replyWords(leadsToReply)}</VisuallyHidden>
        </>
      )}
    </Link>
  )
}

const replyWords = (leads: number) => `${upTo99(leads)} ${leads === 1 ? 'needs' : 'need'} a reply`

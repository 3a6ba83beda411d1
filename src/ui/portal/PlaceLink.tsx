import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { icon } from '../theme.ts'
import classes from './PlaceLink.module.css'
import type { portalPages } from './places.ts'
import { formatBadgeCount } from './unread.ts'

interface PageLinkProps {
  page: (typeof portalPages)[number]
  /** How many leads need a reply, shown beside their place. */
  leadsToReply?: number
  className?: string
  onClick?: () => void
}

/** The router marks the link of the current place with `aria-current` and `data-status`. */
export function PageLink({ page: { to, label, Icon, activeOptions }, leadsToReply = 0, ...others }: PageLinkProps) {
  return (
    <Link to={to} activeOptions={activeOptions} {...others}>
      <Icon {...icon} />
      <span>{label}</span>
      {to === '/portal/leads' && leadsToReply > 0 && (
        <>
          <span className={classes.badge} aria-hidden="true" title={needsReplyLabel(leadsToReply)}>
            {formatBadgeCount(leadsToReply)}
          </span>
          <VisuallyHidden>{needsReplyLabel(leadsToReply)}</VisuallyHidden>
        </>
      )}
    </Link>
  )
}

const needsReplyLabel = (leads: number) => `${formatBadgeCount(leads)} ${leads === 1 ? 'needs' : 'need'} a reply`

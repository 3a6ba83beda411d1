import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatBadgeCount } from '../format/format.ts'
import { usePageTitle } from '../layout/pageTitle.ts'
import { Brand } from '../layout/SiteFrame.tsx'
import { SideDrawer } from '../overlay/Dialog.tsx'
import { icon } from '../theme/theme.ts'
import classes from './PortalNavigation.module.css'
import { mainPortalPages, morePortalPages, portalPages } from './portalPages.ts'

export function Sidebar({ leadsToReply }: { leadsToReply: number }) {
  return (
    <aside className={classes.sidebar}>
      <div className={classes.brand}>
        <Brand to="/portal" />
      </div>
      <nav aria-label="Portal" className={classes.places}>
        {portalPages.map((place) => (
          <PageLink key={place.to} page={place} leadsToReply={leadsToReply} className={classes.place} />
        ))}
      </nav>
    </aside>
  )
}

/** The portal's navigation on a phone. */
export function BottomBar({ leadsToReply }: { leadsToReply: number }) {
  const title = usePageTitle()
  const status = morePortalPages.some(({ label }) => label === title) ? 'active' : undefined
  const [opened, { open, close }] = useDisclosure()
  return (
    <nav aria-label="Portal" className={classes.bar}>
      {mainPortalPages.map((place) => (
        <PageLink key={place.to} page={place} leadsToReply={leadsToReply} className={classes.bottomBarPlace} />
      ))}
      <UnstyledButton className={classes.bottomBarPlace} onClick={open} aria-haspopup="dialog" data-status={status}>
        <IconDots {...icon} />
        <span>More</span>
      </UnstyledButton>
      <SideDrawer
        opened={opened}
        onClose={close}
        position="bottom"
        size="calc(284px + env(safe-area-inset-bottom))"
        title="More"
      >
        {morePortalPages.map((place) => (
          <PageLink key={place.to} page={place} className={classes.row} onClick={close} />
        ))}
      </SideDrawer>
    </nav>
  )
}

interface PageLinkProps {
  page: (typeof portalPages)[number]
  /** The number of leads that need a reply, shown beside the link. */
  leadsToReply?: number
  className?: string
  onClick?: () => void
}

/** The router marks the link of the current page with `aria-current` and `data-status`. */
function PageLink({ page: { to, label, Icon, activeOptions }, leadsToReply = 0, ...others }: PageLinkProps) {
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

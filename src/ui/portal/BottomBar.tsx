import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { Panel } from '../Panel.tsx'
import { icon } from '../theme.ts'
import classes from './BottomBar.module.css'
import { PageLink } from './PlaceLink.tsx'
import { mainPortalPages, morePortalPages } from './places.ts'
import { usePageTitle } from './usePageTitle.ts'

/** The portal's places on a phone, within reach of a thumb. */
export function BottomBar({ leadsToReply }: { leadsToReply: number }) {
  const title = usePageTitle()
  const status = morePortalPages.some(({ label }) => label === title) ? 'active' : undefined
  const [opened, { open, close }] = useDisclosure()
  return (
    <nav aria-label="Portal" className={classes.bar}>
      {mainPortalPages.map((place) => (
        <PageLink key={place.to} page={place} leadsToReply={leadsToReply} className={classes.place} />
      ))}
      <UnstyledButton className={classes.place} onClick={open} aria-haspopup="dialog" data-status={status}>
        <IconDots {...icon} />
        <span>More</span>
      </UnstyledButton>
      <Panel
        opened={opened}
        onClose={close}
        position="bottom"
        size="calc(188px + env(safe-area-inset-bottom))"
        title="More"
      >
        {morePortalPages.map((place) => (
          <PageLink key={place.to} page={place} className={classes.row} onClick={close} />
        ))}
      </Panel>
    </nav>
  )
}

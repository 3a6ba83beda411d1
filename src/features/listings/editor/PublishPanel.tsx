import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChartBar, IconCopy, IconExternalLink, IconQrcode } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAppUrl } from '#platform/useAppUrl.ts'
import { copyLink } from '#ui/copyLink.ts'
import { TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import type { ListingState } from '../listingChoices.ts'
import type { OwnListing } from '../listings.functions.ts'
import { publicLink, publicPath } from '../publicLink.ts'
import { StateBadge } from '../StateBadge.tsx'
import { ShareDialog } from '../share/ShareDialog.tsx'
import type { ListingAction } from '../useListingDeeds.ts'
import classes from './PublishPanel.module.css'

const stateTexts: Record<ListingState, string> = {
  draft: 'Only you can see it.',
  published: 'Anyone with the link can view it.',
  archived: 'Archived. Only you can see it.',
}

interface PublishPanelProps {
  /** Missing until the first save. */
  listing?: OwnListing
  /** What is typed goes out with it. */
  dirty: boolean
  busy: boolean
  onDeed: (deed: ListingAction) => void
  children: ReactNode
}

/** Where a listing stands, what is missing, and the step to the next state. */
export function PublishPanel({ listing, dirty, busy, onDeed, children }: PublishPanelProps) {
  const state = listing?.state ?? 'draft'
  return (
    <section className={classes.panel} aria-label="Publish">
      <div className={classes.state}>
        <StateBadge state={state} />
        <span>{stateTexts[state]}</span>
      </div>
      {children}
      {listing && state !== 'archived' && <PublicLink listing={listing} />}
      {listing ? (
        <PublishActions state={state} dirty={dirty} busy={busy} onDeed={onDeed} />
      ) : (
        <p className={classes.hint}>
          Save the draft first. Then add photos and documents, and publish when you’re ready.
        </p>
      )}
    </section>
  )
}

function PublicLink({ listing }: { listing: OwnListing }) {
  const { slug, state } = listing
  const link = publicLink(useAppUrl(), slug)
  const [isSharing, { open, close }] = useDisclosure()
  return (
    <div>
      <div className={classes.address}>
        <span>{link.replace(/^https?:\/\//, '')}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconCopy {...icon} size={16} />}
          onClick={() => copyLink(link)}
        >
          Copy link
        </Button>
      </div>
      <div className={classes.ways}>
        {state === 'published' && (
          <Anchor href={publicPath(slug)} target="_blank" rel="noreferrer">
            <IconExternalLink {...icon} size={16} /> View public page
          </Anchor>
        )}
        <Anchor component="button" type="button" onClick={open} aria-haspopup="dialog">
          <IconQrcode {...icon} size={16} /> QR code and poster
        </Anchor>
        <TextLink to="/portal/analytics" search={{ listingId: listing.id }}>
          <IconChartBar {...icon} size={16} /> Analytics
        </TextLink>
      </div>
      {state !== 'published' && <p className={classes.hint}>The link works once you publish the listing.</p>}
      <ShareDialog listing={listing} opened={isSharing} onClose={close} />
    </div>
  )
}

type PublishActionsProps = Pick<PublishPanelProps, 'dirty' | 'busy' | 'onDeed'> & { state: ListingState }

function PublishActions({ state, dirty, busy, onDeed }: PublishActionsProps) {
  if (state === 'archived')
    return (
      <Button fullWidth loading={busy} onClick={() => onDeed('restore')}>
        Restore
      </Button>
    )
  return (
    <div className={classes.deeds}>
      {state === 'draft' ? (
        <Button loading={busy} onClick={() => onDeed('publish')}>
          {dirty ? 'Save and publish' : 'Publish'}
        </Button>
      ) : (
        <Button variant="default" loading={busy} onClick={() => onDeed('unpublish')}>
          Unpublish
        </Button>
      )}
      <Button variant="default" disabled={busy} onClick={() => onDeed('archive')}>
        Archive
      </Button>
    </div>
  )
}

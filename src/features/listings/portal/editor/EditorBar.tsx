import { Button, Menu, Tooltip } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconChevronLeft,
  IconEye,
  IconEyeOff,
  IconGavel,
  IconMail,
  IconShare2,
  IconShieldCheck,
  IconUserPlus,
  IconWorldUpload,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { MenuLink, TextLink } from '#ui/links.tsx'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { Keys } from '#ui/portal/keyboard/KeyboardShortcuts.tsx'
import { SAVE_SHORTCUT } from '#ui/portal/keyboard/shortcuts.ts'
import { icon } from '#ui/theme/theme.ts'
import type { OwnListing } from '../../listings.functions.ts'
import { isAuctionAhead } from '../../listings.schema.ts'
import type { ListingAction } from '../useListingActions.ts'
import type { AutosavePhase } from './autosave.ts'
import classes from './EditorBar.module.css'

interface EditorBarProps {
  /** Missing for a new one. */
  listing?: OwnListing
  title: string
  /** Whether everything is saved. */
  status: ReactNode
  isDirty: boolean
  isSaving: boolean
  /** The listing is being published, archived or restored. */
  isMoving: boolean
  onSave: () => void
  onPreview: () => void
  onShare: () => void
  onAct: (action: ListingAction) => void
  /** Why the last save failed. It stays in view when the page is scrolled. */
  children: ReactNode
}

/** Stays in view. On a phone its buttons are at the bottom of the screen. */
export function EditorBar(props: EditorBarProps) {
  const { listing, title, status, onPreview, onAct, children } = props
  return (
    <div className={classes.bar}>
      <div className={classes.row}>
        <TextLink to="/portal/listings" className={classes.back}>
          <IconChevronLeft {...icon} /> Listings
        </TextLink>
        <span className={classes.title}>
          <bdi>{title}</bdi>
        </span>
        <span className={classes.status} role="status">
          {status}
        </span>
        <div className={classes.actions} data-bottom-bar>
          <Button
            variant="default"
            className={classes.preview}
            leftSection={<IconEye {...icon} />}
            onClick={onPreview}
            aria-haspopup="dialog"
          >
            Preview
          </Button>
          <MainActions {...props} />
        </div>
        {listing && <EditorMenu listing={listing} onAct={onAct} />}
      </div>
      {children}
    </div>
  )
}

type MainActionsProps = Pick<EditorBarProps, 'listing' | 'isDirty' | 'isSaving' | 'isMoving'> &
  Pick<EditorBarProps, 'onSave' | 'onShare' | 'onAct'>

/** One of them is the next thing to do, and only that one is filled. */
function MainActions({ listing, isDirty, isSaving, isMoving, onSave, onShare, onAct }: MainActionsProps) {
  const state = listing?.state ?? 'draft'
  if (state === 'archived')
    return (
      <Button loading={isMoving} leftSection={<IconArchiveOff {...icon} />} onClick={() => onAct('restore')}>
        Restore
      </Button>
    )
  if (state === 'draft')
    return (
      <Button loading={isMoving} leftSection={<IconWorldUpload {...icon} />} onClick={() => onAct('publish')}>
        Publish
      </Button>
    )
  return (
    <>
      {/* Inside the page, so that it belongs to a landmark. */}
      <Tooltip position="bottom" withinPortal={false} label={<Keys keys={SAVE_SHORTCUT.keys} />} openDelay={500}>
        <Button
          variant={isDirty ? 'filled' : 'default'}
          onClick={onSave}
          aria-keyshortcuts="Control+S Meta+S"
          loading={isSaving}
          disabled={!isDirty}
        >
          Save
        </Button>
      </Tooltip>
      <Button
        variant={isDirty ? 'default' : 'filled'}
        leftSection={<IconShare2 {...icon} />}
        onClick={onShare}
        aria-haspopup="dialog"
      >
        Share
      </Button>
    </>
  )
}

function EditorMenu({ listing, onAct }: { listing: OwnListing; onAct: EditorBarProps['onAct'] }) {
  const isArchived = listing.state === 'archived'
  return (
    <ActionsMenu itemName={listing.title} className={classes.menu}>
      {!isArchived && (
        <MenuLink
          to="/portal/leads"
          search={{ listing: listing.id, add: 'lead' }}
          leftSection={<IconUserPlus {...icon} />}
        >
          Add lead
        </MenuLink>
      )}
      <MenuLink to="/portal/listings/$id/messages" params={{ id: listing.id }} leftSection={<IconMail {...icon} />}>
        Messages
      </MenuLink>
      {isAuctionAhead(listing) && (
        <MenuLink
          to="/portal/listings/$id/messages"
          params={{ id: listing.id }}
          search={{ bring: 'auction' }}
          leftSection={<IconGavel {...icon} />}
        >
          Bring auction forward
        </MenuLink>
      )}
      <MenuLink
        to="/portal/listings/$id/record"
        params={{ id: listing.id }}
        leftSection={<IconShieldCheck {...icon} />}
      >
        Record
      </MenuLink>
      {listing.state === 'published' && (
        <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => onAct('unpublish')}>
          Unpublish
        </Menu.Item>
      )}
      {!isArchived && (
        <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => onAct('archive')}>
          Archive
        </Menu.Item>
      )}
    </ActionsMenu>
  )
}

interface SaveStatusProps {
  isDirty: boolean
  isSaving: boolean
  savedAt?: Date
  timeZone: string
}

/** Of a listing that its agent saves. */
export function SaveStatus({ isDirty, isSaving, savedAt, timeZone }: SaveStatusProps) {
  if (isSaving) return 'Saving…'
  if (isDirty) return 'Unsaved changes'
  if (!savedAt) return null
  return (
    <>
      Saved <RelativeTime moment={savedAt} timeZone={timeZone} />
    </>
  )
}

interface AutosaveStatusProps extends Pick<SaveStatusProps, 'savedAt' | 'timeZone'> {
  phase: AutosavePhase
  onRetry: () => void
}

/** Of a draft, which saves itself. */
export function AutosaveStatus({ phase, onRetry, ...saved }: AutosaveStatusProps) {
  if (phase === 'offline') return 'Offline. We’ll save when you’re back'
  if (phase === 'refused') return 'Not saved yet'
  if (phase === 'failed' || phase === 'conflict')
    return (
      <>
        Couldn’t save.{' '}
        <Button variant="subtle" size="compact-xs" onClick={onRetry}>
          Try again
        </Button>
      </>
    )
  return <SaveStatus isDirty={false} isSaving={phase !== 'saved'} {...saved} />
}

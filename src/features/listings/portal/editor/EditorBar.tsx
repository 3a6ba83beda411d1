import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { TextLink } from '#ui/links.tsx'
import { Keys } from '#ui/portal/keyboard/Keys.tsx'
import { SAVE_SHORTCUT } from '#ui/portal/keyboard/shortcuts.ts'
import { icon } from '#ui/theme/theme.ts'
import classes from './EditorBar.module.css'

interface EditorBarProps {
  label: string
  title: string
  /** Whether the texts are saved. */
  status: ReactNode
  canSave: boolean
  busy: boolean
  onSave: () => void
  /** The page as buyers will see it. A listing that was never saved has none. */
  previewLink?: string
  onPreview: () => void
  /** Why the last save failed. It stays in view when the page is scrolled. */
  children: ReactNode
}

export function EditorBar({ label, title, status, canSave, busy, onSave, children, ...preview }: EditorBarProps) {
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
        <PreviewButton {...preview} />
        {/* Inside the page, so that it belongs to a landmark. */}
        <Tooltip position="bottom" withinPortal={false} label={<Keys keys={SAVE_SHORTCUT.keys} />} openDelay={500}>
          <Button onClick={onSave} aria-keyshortcuts="Control+S Meta+S" loading={busy} disabled={!canSave}>
            {label}
          </Button>
        </Tooltip>
      </div>
      {children}
    </div>
  )
}

function PreviewButton({ previewLink, onPreview }: Pick<EditorBarProps, 'previewLink' | 'onPreview'>) {
  const look = { variant: 'default', size: 36, 'aria-label': 'Preview', children: <IconEye {...icon} /> }
  if (!previewLink)
    return <ActionIcon {...look} className={classes.preview} onClick={onPreview} aria-haspopup="dialog" />
  return <ActionIcon {...look} component="a" href={previewLink} target="_blank" />
}

interface SaveStatusProps {
  dirty: boolean
  busy: boolean
  savedAt?: Date
  timeZone: string
}

export function SaveStatus({ dirty, busy, savedAt, timeZone }: SaveStatusProps) {
  if (busy) return 'Saving…'
  if (dirty) return 'Unsaved changes'
  if (!savedAt) return null
  return (
    <>
      Saved <RelativeTime moment={savedAt} timeZone={timeZone} />
    </>
  )
}

import { Button, Kbd, Tooltip } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconChevronLeft, IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import classes from './EditorBar.module.css'

interface EditorBarProps {
  label: string
  /** What became of the words so far. */
  status: ReactNode
  canSave: boolean
  busy: boolean
  onSave: () => void
  onPreview: () => void
  /** Why the last save did not work: stays in sight wherever one has scrolled to. */
  children: ReactNode
}

export function EditorBar({ label, status, canSave, busy, onSave, onPreview, children }: EditorBarProps) {
  const os = useOs()
  return (
    <div className={classes.bar}>
      <div className={classes.row}>
        <TextLink to="/portal/listings" className={classes.back}>
          <IconChevronLeft {...icon} /> Listings
        </TextLink>
        <span className={classes.status} role="status">
          {status}
        </span>
        <Button
          variant="default"
          className={classes.preview}
          leftSection={<IconEye {...icon} />}
          onClick={onPreview}
          aria-haspopup="dialog"
        >
          Preview
        </Button>
        <Tooltip label={<Kbd size="xs">{os === 'macos' || os === 'ios' ? '⌘ S' : 'Ctrl S'}</Kbd>} openDelay={500}>
          <Button onClick={onSave} loading={busy} disabled={!canSave}>
            {label}
          </Button>
        </Tooltip>
      </div>
      {children}
    </div>
  )
}

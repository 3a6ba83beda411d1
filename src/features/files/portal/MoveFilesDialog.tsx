import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type FindListings, ListingSelect } from '#features/listings/portal/ListingSelect.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { OwnFile } from '../ownFile.ts'
import { filesLabel, useFileActions } from './useFileActions.ts'

const NO_LISTING = 'none'

interface MoveFilesDialogProps {
  /** Empty while it is closed. */
  files: readonly OwnFile[]
  findListings: FindListings
  onClose: () => void
  onMoved?: () => void
}

/** To another listing, or to none. */
export function MoveFilesDialog({ files, findListings, onClose, onMoved }: MoveFilesDialogProps) {
  const [choice, setChoice] = useState<{ id: string; title: string }>()
  const { move } = useFileActions()
  const close = () => {
    setChoice(undefined)
    onClose()
  }
  const confirm = () => {
    if (!choice) return
    const listingId = choice.id === NO_LISTING ? null : choice.id
    move({ files, listingId, title: listingId ? choice.title : '“No listing”' })
    close()
    onMoved?.()
  }
  return (
    <Dialog opened={files.length > 0} onClose={close} title={`Move ${filesLabel(files)}`}>
      <ListingSelect
        label="Move to"
        placeholder="Search listings"
        findListings={findListings}
        before={[{ value: NO_LISTING, label: 'No listing' }]}
        value={choice?.id ?? null}
        onSelect={(id, title) => setChoice(id ? { id, title } : undefined)}
      />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button onClick={confirm} disabled={!choice}>
          Move
        </Button>
      </Group>
    </Dialog>
  )
}

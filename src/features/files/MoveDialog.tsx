import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { type FindListings, ListingSelect } from '#ui/ListingSelect.tsx'
import type { OwnFile } from './describeFile.ts'
import { namesOf, useFileDeeds } from './useFileDeeds.ts'

const NONE = 'none'

interface MoveDialogProps {
  /** Empty while it is closed. */
  files: readonly OwnFile[]
  findListings: FindListings
  onClose: () => void
  onMoved?: () => void
}

/** To another listing, or to none. */
export function MoveDialog({ files, findListings, onClose, onMoved }: MoveDialogProps) {
  const [choice, setChoice] = useState<{ id: string; title: string }>()
  const { move } = useFileDeeds()
  const close = () => {
    setChoice(undefined)
    onClose()
  }
  const confirm = () => {
    if (!choice) return
    const listingId = choice.id === NONE ? null : choice.id
    move({ files, listingId, title: listingId ? choice.title : '“No listing”' })
    close()
    onMoved?.()
  }
  return (
    <Dialog opened={files.length > 0} onClose={close} title={`Move ${namesOf(files)}`}>
      <ListingSelect
        label="Move to"
        placeholder="Search listings"
        findListings={findListings}
        before={[{ value: NONE, label: 'No listing' }]}
        value={choice?.id ?? null}
        onChoose={(id, title) => setChoice(id ? { id, title } : undefined)}
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

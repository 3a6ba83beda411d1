import { Button, Group } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from '../overlay/Dialog.tsx'

/** Asks before unsaved changes are lost, inside the application and when the tab is closed. */
export function UnsavedChangesGuard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // Anchors and the search part of the address stay on this page.
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title="Discard changes?">
      <p style={{ margin: '0 0 20px' }}>Your changes on this page haven’t been saved.</p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => proceed?.()}>
          Discard changes
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          Keep editing
        </Button>
      </Group>
    </Dialog>
  )
}

import { Button, Group } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from '../overlay/Dialog.tsx'

interface UnsavedChangesGuardProps {
  dirty: boolean
  /**
   * For a page that saves itself: leaving it saves first, and asks only if that fails. Closing the tab doesn't ask, because the
   * page restores what was not saved. Returns whether everything is saved.
   */
  flush?: () => Promise<boolean>
  onDiscard?: () => void
}

/** Asks before unsaved changes are lost, inside the application and when the tab is closed. */
export function UnsavedChangesGuard({ dirty, flush, onDiscard }: UnsavedChangesGuardProps) {
  const { status, proceed, reset } = useBlocker({
    // Anchors and the search part of the address stay on this page.
    shouldBlockFn: async ({ current, next }) =>
      dirty && current.pathname !== next.pathname && !(flush && (await flush())),
    enableBeforeUnload: dirty && !flush,
    withResolver: true,
  })
  const discard = () => {
    onDiscard?.()
    proceed?.()
  }
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title="Discard changes?">
      <p style={{ margin: '0 0 20px' }}>Your changes on this page haven’t been saved.</p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={discard}>
          Discard changes
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          Keep editing
        </Button>
      </Group>
    </Dialog>
  )
}

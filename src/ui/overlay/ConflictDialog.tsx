import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailureAlert } from '../feedback/FailureAlert.tsx'
import classes from './ConflictDialog.module.css'
import { Dialog } from './Dialog.tsx'

interface ConflictDialogProps<Stored> {
  title: string
  children: ReactNode
  opened: boolean
  onClose: () => void
  /** Reads what is in the database now. */
  fetchCurrent: () => Promise<Stored>
  /** Both get what is in the database now. */
  onTheirs: (current: Stored) => void
  onMine: (current: Stored) => void
}

/** Shown when someone else has saved the same form since it was opened. Closing it keeps what was typed. */
export function ConflictDialog<Stored>(props: ConflictDialogProps<Stored>) {
  const { title, children, opened, onClose, fetchCurrent, onTheirs, onMine } = props
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (_choice: typeof onTheirs) => fetchCurrent(),
    onSuccess: (current, choice) => choice(current),
    meta: { handled: true },
  })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Stack gap="md">
        <p className={classes.text}>{children}</p>
        <FailureAlert error={error} />
        <div className={classes.choices}>
          <Button variant="default" loading={isPending && variables === onTheirs} onClick={() => mutate(onTheirs)}>
            Discard mine and reload
          </Button>
          <Button loading={isPending && variables === onMine} onClick={() => mutate(onMine)} data-autofocus>
            Overwrite with mine
          </Button>
        </div>
      </Stack>
    </Dialog>
  )
}

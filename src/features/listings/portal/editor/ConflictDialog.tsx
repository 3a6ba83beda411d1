import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { listingQuery, type OwnListing } from '../../listings.functions.ts'
import classes from './ConflictDialog.module.css'

interface ConflictDialogProps {
  id: string
  opened: boolean
  onClose: () => void
  /** Both get the listing as it is in the database now. */
  onTheirs: (current: OwnListing) => void
  onMine: (current: OwnListing) => void
}

/** Shown when the listing was saved elsewhere, perhaps in another tab. Closing it keeps what was typed. */
export function ConflictDialog({ id, opened, onClose, onTheirs, onMine }: ConflictDialogProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (_choice: typeof onTheirs) => queryClient.fetchQuery({ ...listingQuery(id), staleTime: 0 }),
    onSuccess: (current, choice) => choice(current),
    meta: { handled: true },
  })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title="This listing was changed elsewhere">
      <Stack gap="md">
        <p className={classes.text}>
          Someone saved it after you opened it, perhaps you in another tab. Your changes are still here.
        </p>
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

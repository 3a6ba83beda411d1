import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Colleague } from '#features/agencies/agencies.schema.ts'
import { nameOrEmail } from '#features/agencies/portal/memberNames.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { changePayer } from '../billing.functions.ts'

interface ChangePayerDialogProps {
  opened: boolean
  onClose: () => void
  /** The owners who do not pay now. */
  owners: Colleague[]
}

/** Passes billing to another owner. */
export function ChangePayerDialog({ opened, onClose, owners }: ChangePayerDialogProps) {
  const queryClient = useQueryClient()
  const [chosen, choose] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => changePayer({ data: { userId: chosen } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.user.all })
      showToast('Payer changed. Receipts now go to them.')
      close()
    },
    meta: { handled: true },
  })
  function close() {
    reset()
    choose('')
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title="Change who pays">
      <Stack gap="md">
        <Text size="sm">
          Receipts go to the owner you choose. The plan, its price and the card stay the same. You can change the card
          afterwards.
        </Text>
        <Radio.Group label="New payer" value={chosen} onChange={choose}>
          <Stack gap="xs" mt={8}>
            {owners.map((owner) => (
              <Radio key={owner.id} value={owner.id} label={nameOrEmail(owner)} />
            ))}
          </Stack>
        </Radio.Group>
        <FailureAlert error={error} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button disabled={!chosen} loading={isPending} onClick={() => mutate()}>
            Change payer
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

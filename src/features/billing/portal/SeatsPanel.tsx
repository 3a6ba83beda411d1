import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import type { Colleague } from '#features/agencies/agencies.schema.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { formatCount, nameOrEmail } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { type Billing, changePayer } from '../billing.functions.ts'
import { seatsAtPeriodEnd, seatsInUse } from '../billingText.ts'
import { AddSeatDialog } from './AddSeatDialog.tsx'
import classes from './Billing.module.css'

/** More than this fill a screen, and are on the page of members. */
const MAX_NAMES = 12

interface SeatsPanelProps {
  billing: Billing
  formatDate: (moment: Date) => string
  /** The agency will be deleted. */
  isLeaving: boolean
}

/** Who uses the seats, how many are free, and what happens at the end of the period. */
export function SeatsPanel({ billing, formatDate, isLeaving }: SeatsPanelProps) {
  const { use, payerId } = billing
  const [opened, setOpened] = useState<'seat' | 'payer'>()
  const close = () => setOpened(undefined)
  const { data: agency } = useQuery(agencyQuery)
  const members = agency?.members ?? []
  const payer = members.find(({ id }) => id === payerId)
  const owners = members.filter(({ role, id }) => role === 'owner' && id !== payerId)
  const free = use.seats === null ? 0 : Math.max(0, use.seats - use.used)
  const canAdd = free === 0 && !isLeaving
  return (
    <div className={classes.seats}>
      <Text component="h3" size="sm" fw={600}>
        {seatsInUse(use)}
      </Text>
      <ul aria-label="Seats" className={classes.seatList}>
        {members.slice(0, MAX_NAMES).map((member) => (
          <li key={member.id}>{nameOrEmail(member)}</li>
        ))}
        {members.length > MAX_NAMES && <li>{formatCount(members.length - MAX_NAMES, 'more member')}</li>}
        {use.invitations > 0 && <li>{formatCount(use.invitations, 'open invitation')}</li>}
        {free > 0 && <li data-free>{formatCount(free, 'free seat')}</li>}
      </ul>
      <Text size="sm" c="dimmed">
        {seatsAtPeriodEnd(billing, formatDate)}
      </Text>
      {payer && (
        <Text size="sm" c="dimmed" mt={4}>
          {nameOrEmail(payer)} pays, and gets the receipts. Every owner can manage billing.
        </Text>
      )}
      {(canAdd || owners.length > 0) && (
        <Group gap="sm" mt="sm">
          {canAdd && (
            <Button variant="default" size="xs" onClick={() => setOpened('seat')}>
              Add a seat
            </Button>
          )}
          {owners.length > 0 && (
            <Button variant="default" size="xs" onClick={() => setOpened('payer')}>
              Change who pays
            </Button>
          )}
        </Group>
      )}
      <AddSeatDialog opened={opened === 'seat'} onClose={close} onAdded={close} />
      <ChangePayerDialog opened={opened === 'payer'} onClose={close} owners={owners} />
    </div>
  )
}

interface ChangePayerDialogProps {
  opened: boolean
  onClose: () => void
  /** The owners who do not pay now. */
  owners: Colleague[]
}

/** Passes billing to another owner. */
function ChangePayerDialog({ opened, onClose, owners }: ChangePayerDialogProps) {
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

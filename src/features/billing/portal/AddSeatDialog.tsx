import { Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { may } from '#platform/auth/permissions.ts'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { longDate } from '#ui/format/dates.ts'
import { formatCount, nameOrEmail } from '#ui/format/format.ts'
import { formatMoney } from '#ui/format/moneyAndPercent.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { addSeat, seatPriceQuery } from '../billing.functions.ts'
import type { SeatPrice } from '../billing.schema.ts'
import { seatPriceText } from '../billingText.ts'

interface AddSeatDialogProps {
  opened: boolean
  onClose: () => void
  /** There is a free seat now. */
  onAdded: () => void
}

/** When every seat is taken: owners see what one more costs, others whom to ask. */
export function AddSeatDialog({ opened, onClose, onAdded }: AddSeatDialogProps) {
  const { data: agency } = useSuspenseQuery(agencyQuery)
  return (
    <Dialog opened={opened} onClose={onClose} title="Add a seat">
      {may(agency, 'manageBilling') ? (
        <SeatOffer onClose={onClose} onAdded={onAdded} />
      ) : (
        <Stack gap="md">
          <Text size="sm">All your seats are taken. Ask an owner to add a seat:</Text>
          <List size="sm">
            {agency.members
              .filter(({ role }) => role === 'owner')
              .map((owner) => (
                <List.Item key={owner.id}>{nameOrEmail(owner)}</List.Item>
              ))}
          </List>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

function SeatOffer({ onClose, onAdded }: Omit<AddSeatDialogProps, 'opened'>) {
  const queryClient = useQueryClient()
  const { data: price, error, refetch, isFetching } = useQuery(seatPriceQuery)
  const add = useMutation({
    mutationFn: ({ seats, amountToday }: SeatPrice) => addSeat({ data: { seats, amountToday } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.user.all })
      showToast('Seat added.')
      onAdded()
    },
    onError: async (failure) => {
      // Someone else was faster, or an answer was lost: the seat may be there already.
      if (!(failure instanceof AppError) || failure.status !== 409) return
      const { data: now } = await refetch()
      if (now && now.freeSeats > 0) onAdded()
    },
    meta: { handled: true },
  })
  return (
    <Stack gap="md">
      {price ? <Offer price={price} /> : error ? null : <Skeleton h={72} />}
      <FailureAlert error={add.error ?? error} />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {error ? (
          <Button onClick={() => refetch()} loading={isFetching}>
            Try again
          </Button>
        ) : (
          <Button disabled={!price} loading={add.isPending} onClick={() => price && add.mutate(price)}>
            {price && price.amountToday > 0 ? `Pay ${formatMoney(price.amountToday, price.currency)}` : 'Add seat'}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function Offer({ price }: { price: SeatPrice }) {
  const text = seatPriceText(price, (moment) => longDate(moment, DEFAULT_TIME_ZONE))
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {price.freeSeats > 0
          ? `${price.freeSeats} of ${formatCount(price.seats, 'seat')} free.`
          : price.seats === 1
            ? 'You have 1 seat, and it’s in use.'
            : `All ${formatCount(price.seats, 'seat')} are taken.`}
      </Text>
      <Text fw={600}>{text.price}</Text>
      <Text size="sm">{text.today}</Text>
      <Text size="sm" mt={4}>
        {text.later}
      </Text>
    </div>
  )
}

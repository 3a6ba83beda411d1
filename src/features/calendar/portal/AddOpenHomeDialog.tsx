import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type FindListings, ListingField } from '#features/listings/portal/ListingSelect.tsx'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { fromWallTime, toWallTime } from '#ui/format/wallTime.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { addOpenHome } from '../calendar.functions.ts'
import { QUARTER_SECONDS, WallTime } from './EventDialog.tsx'
import type { AddedOpenHome } from './useChangeDates.ts'

const lengths = [15, 20, 30, 45, 60, 90] as const
const USUAL_MINUTES = 30
const MINUTE_MS = 60_000

const Values = z.strictObject({
  listingId: z.string().check(z.minLength(1, 'Please choose a listing')),
  wallTime: WallTime,
  minutes: z.enum(lengths.map(String)),
})

interface AddOpenHomeFieldsProps {
  /** The slot that was clicked. */
  at: Date
  /** The agent's. Times are of their clock, as everywhere in the calendar. */
  timeZone: string
  findListings: FindListings
  onAdded: (added: AddedOpenHome) => void
  onClose: () => void
}

interface AddOpenHomeDialogProps extends Omit<AddOpenHomeFieldsProps, 'at'> {
  at: Date | undefined
}

/** Adds an open home to any listing, without leaving the calendar. */
export const AddOpenHomeDialog = ({ at, ...props }: AddOpenHomeDialogProps) => (
  <Dialog opened={at !== undefined} onClose={props.onClose} title="Add open home" fullScreen="on phones">
    {at && <AddOpenHomeFields at={at} {...props} />}
  </Dialog>
)

function AddOpenHomeFields({ at, timeZone, findListings, onAdded, onClose }: AddOpenHomeFieldsProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { listingId: '', wallTime: toWallTime(at, timeZone), minutes: String(USUAL_MINUTES) },
    schema: Values,
    submit: ({ listingId, wallTime, minutes }) => {
      const startsAt = fromWallTime(wallTime, timeZone) ?? at
      const endsAt = new Date(startsAt.getTime() + Number(minutes) * MINUTE_MS)
      return addOpenHome({ data: { listingId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() } })
    },
    onSuccess: async ({ openHome, listing }) => {
      const { id: listingId, title: listingTitle, isPublished, version } = listing
      onAdded({ ...openHome, listingId, listingTitle, isPublished, version })
      await Promise.all(
        [queryKeys.calendar.all, queryKeys.listings.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
    },
  })
  const length = form.valueField('minutes')
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <ListingField findListings={findListings} field={form.valueField('listingId')} />
        <TextInput type="datetime-local" label="Starts" step={QUARTER_SECONDS} {...form.textField('wallTime')} />
        <NativeSelect
          label="Length"
          data={lengths.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
          {...length}
          onChange={(event) => length.onChange(event.currentTarget.value)}
        />
        <DialogFooter label="Add open home" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

import { Button, Group, Skeleton, Stack, Textarea, TextInput } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { exclusionSummary } from '#features/leads/exclusionTexts.ts'
import { fillListing } from '#features/leads/messagePlaces.ts'
import { saleMoment, zoneName } from '#features/listings/facts/factTexts.ts'
import type { OwnListing } from '#features/listings/listings.functions.ts'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { addDays, todayIn } from '#ui/format/dates.ts'
import { formatCount } from '#ui/format/format.ts'
import { fromWallTime, toWallTime } from '#ui/format/wallTime.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { bringAuctionForward, messageAudienceQuery, suggestedMessageQuery } from '../messages.functions.ts'
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH, MessageTexts } from '../messages.schema.ts'
import classes from './BringForward.module.css'
import { type SuggestedMessage, useSuggestedTexts } from './useSuggestedTexts.ts'

interface BringForwardDialogProps {
  opened: boolean
  listing: OwnListing
  /** Where the property is. */
  timeZone: string
  onClose: () => void
  /** With the id of the message. */
  onDone: (messageId: string) => void
}

/** A new, earlier date for the auction, and the email about it to everyone who asked: all in one go. */
export const BringForwardDialog = ({ opened, onClose, ...form }: BringForwardDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Bring the auction forward" size={520} fullScreen="on phones">
    {form.listing.saleAt ? (
      <BringForwardForm {...form} saleAt={form.listing.saleAt} />
    ) : (
      <p>This listing has no auction date. Add one to the listing first.</p>
    )}
  </Dialog>
)

/** The time is on the clocks where the property is, and has the name that the server gives it in errors. */
const BringForwardValues = z.strictObject({
  saleAt: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, 'Please choose a day and a time')),
  ...MessageTexts.shape,
})

type LoadedProps = Omit<BringForwardDialogProps, 'opened' | 'onClose'> & { saleAt: Date }

function BringForwardForm(props: LoadedProps) {
  const { listing, saleAt, timeZone } = props
  const [times] = useState(() => earlierTimes(saleAt, timeZone))
  const start = times[0] ?? ''
  const { data, isError, isFetching, refetch } = useQuery(
    suggestedMessageQuery(suggestionInput(listing.id, start, timeZone)),
  )
  if (data) return <LoadedForm {...props} times={times} suggestion={data} />
  return isError ? (
    <SectionError what="the email" busy={isFetching} onRetry={refetch} />
  ) : (
    <Skeleton h={220} role="status" aria-label="Loading" />
  )
}

const suggestionInput = (listingId: string, wallTime: string, timeZone: string) => ({
  listingId,
  kind: 'auction_brought_forward' as const,
  saleAt: fromWallTime(wallTime, timeZone)?.toISOString(),
})

interface LoadedFormProps extends LoadedProps {
  times: string[]
  suggestion: SuggestedMessage
}

function LoadedForm({ listing, saleAt, timeZone, times, suggestion, onDone }: LoadedFormProps) {
  const queryClient = useQueryClient()
  const place = { country: listing.country, timeZone }
  /** The same for each attempt, so that a lost response tells nobody twice. */
  const [creationKey] = useState(() => crypto.randomUUID())
  const [isEditing, setEditing] = useState(false)
  const { data: count } = useQuery(messageAudienceQuery({ listingId: listing.id, audience: {} }))
  const form = useForm({
    initialValues: { saleAt: times[0] ?? '', subject: suggestion.subject, body: suggestion.body },
    schema: BringForwardValues,
    submit: ({ saleAt: wallTime, ...texts }) =>
      bringAuctionForward({
        data: {
          ...{ listingId: listing.id, version: listing.version, creationKey, audience: {}, ...texts },
          saleAt: fromWallTime(wallTime, timeZone)?.toISOString() ?? '',
        },
      }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.messages.all })
      onDone(id)
      void queryClient.invalidateQueries({ queryKey: queryKeys.listings.all })
    },
    // Someone may have changed the listing meanwhile: the next attempt is based on what it is now.
    onFailure: (error) => {
      if (error instanceof AppError && (error.fields?.subject || error.fields?.body)) setEditing(true)
      void queryClient.invalidateQueries({ queryKey: queryKeys.listings.one(listing.id) })
    },
  })
  const { follow } = useSuggestedTexts(form, suggestion)
  const chooseTime = (wallTime: string) => {
    form.setValue('saleAt', wallTime)
    if (fromWallTime(wallTime, timeZone)) void follow(suggestionInput(listing.id, wallTime, timeZone))
  }
  const leftOut = count ? exclusionSummary(count.excluded) : ''
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <p className={classes.now}>
          The auction is on <strong>{saleMoment(saleAt, place)}</strong> ({zoneName(timeZone)}).
        </p>
        <div className={classes.when}>
          <TextInput
            type="datetime-local"
            label="New date and time"
            data-autofocus
            {...form.textField('saleAt')}
            onChange={({ currentTarget }) => chooseTime(currentTarget.value)}
          />
          <Group gap={6} role="group" aria-label="Usual times">
            {times.map((time) => (
              <Button
                key={time}
                size="compact-sm"
                variant={form.values.saleAt === time ? 'outline' : 'default'}
                aria-pressed={form.values.saleAt === time}
                onClick={() => chooseTime(time)}
              >
                {saleMoment(fromWallTime(time, timeZone) ?? saleAt, place)}
              </Button>
            ))}
          </Group>
        </div>
        {isEditing ? (
          <>
            <TextInput label="Subject" maxLength={MAX_SUBJECT_LENGTH} dir="auto" {...form.textField('subject')} />
            <Textarea
              label="Text"
              autosize
              minRows={6}
              maxRows={14}
              maxLength={MAX_BODY_LENGTH}
              dir="auto"
              {...form.valueField('body')}
              onChange={({ currentTarget }) => form.setValue('body', currentTarget.value)}
            />
          </>
        ) : (
          <div className={classes.email}>
            <p className={classes.subject}>
              <bdi>{fillListing(form.values.subject, listing.title)}</bdi>
            </p>
            <p className={classes.body} dir="auto">
              {fillListing(form.values.body, listing.title)}
            </p>
            <Button variant="subtle" size="compact-sm" className={classes.edit} onClick={() => setEditing(true)}>
              Edit the email
            </Button>
          </div>
        )}
        <p className={classes.about}>
          Buyers also get a calendar file, which updates the entry they already have. The listing shows the new date at
          once.
          {leftOut && <> Left out: {leftOut}.</>}
        </p>
        <FailureAlert error={form.failure} />
        <SubmitButton loading={form.isBusy} leftSection={<IconGavel {...icon} />}>
          {buttonText(count?.included)}
        </SubmitButton>
      </Stack>
    </form>
  )
}

const buttonText = (buyers: number | undefined) =>
  buyers === undefined ? 'Bring forward and tell buyers' : `Bring forward and tell ${formatCount(buyers, 'buyer')}`

const MAX_TIMES = 3

/** The next days at the time of the auction, as far as they are before it. */
function earlierTimes(saleAt: Date, timeZone: string) {
  const time = toWallTime(saleAt, timeZone).slice(10)
  const today = todayIn(timeZone)
  const days = Array.from({ length: MAX_TIMES }, (_, index) => addDays(today, index + 1))
  return days
    .map((day) => day + time)
    .filter((wallTime) => {
      const moment = fromWallTime(wallTime, timeZone)
      return moment !== undefined && moment < saleAt
    })
}

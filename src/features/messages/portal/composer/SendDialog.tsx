import { Button, Group, Stack } from '@mantine/core'
import { exclusionSummary } from '#features/leads/exclusionTexts.ts'
import { fillListing } from '#features/leads/messagePlaces.ts'
import type { OwnListing } from '#features/listings/listings.functions.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { fullDateTime } from '#ui/format/dates.ts'
import { formatCount } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { countMessageAudience } from '../../messages.functions.ts'
import { CANCEL_SECONDS } from '../../messages.schema.ts'
import classes from './Composer.module.css'
import { type ComposerValues, isPriceNew, scheduledFor } from './composerValues.ts'

interface SendDialogProps {
  opened: boolean
  onClose: () => void
  values: ComposerValues
  listing: OwnListing
  count: Awaited<ReturnType<typeof countMessageAudience>> | undefined
  timeZone: string
  isBusy: boolean
  failure: unknown
  onSend: () => void
}

/** Says what will happen and to how many, before it does. */
export function SendDialog({
  opened,
  onClose,
  values,
  count,
  timeZone,
  isBusy,
  failure,
  onSend,
  listing,
}: SendDialogProps) {
  const sendAt = scheduledFor(values, timeZone)
  const buyers = count ? formatCount(count.included, 'buyer') : 'all buyers you chose'
  const leftOut = count ? exclusionSummary(count.excluded) : ''
  return (
    <Dialog opened={opened} onClose={onClose} title={sendAt ? `Schedule for ${buyers}?` : `Send to ${buyers}?`}>
      <Stack gap="md">
        <div className={classes.summary}>
          <p>
            <strong>
              <bdi>{fillListing(values.subject, listing.title)}</bdi>
            </strong>
          </p>
          {sendAt ? (
            <p>
              We’ll email {buyers} on <time dateTime={sendAt.toISOString()}>{fullDateTime(sendAt, timeZone)}</time>. You
              can cancel it until then. Anyone who becomes a lead before then and matches your choice gets it too.
            </p>
          ) : (
            <p>
              We’ll email {buyers} now. Everyone gets their own email. You have {CANCEL_SECONDS} seconds to cancel.
            </p>
          )}
          {values.calendarEntry && (
            <p>A calendar file with the date is attached. It updates an entry they already have.</p>
          )}
          {isPriceNew(listing, values) && <p>The listing shows the new price straight away.</p>}
          {leftOut && <p className={classes.left}>Left out: {leftOut}.</p>}
        </div>
        <FailureAlert error={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep editing
          </Button>
          <Button loading={isBusy} onClick={onSend} data-autofocus>
            {sendAt ? 'Schedule message' : `Send to ${buyers}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

import { Button, NativeSelect, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { SwitchRow } from '#ui/form/SwitchRow.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { formatDate, joinWithAnd } from '#ui/format/format.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { saveVendorSchedule, skipVendorEmail, vendorEmailPreviewQuery } from '../vendorSettings.functions.ts'
import { type PausedFor, SaveScheduleInput, type VendorSettings } from '../vendorSettings.schema.ts'
import classes from './VendorCard.module.css'

interface WeeklyEmailProps {
  listingId: string
  settings: VendorSettings
}

/** When the next email goes out and to whom, with the ways to look at it first, to skip it and to change the time. */
export function NextEmail({ listingId, settings }: WeeklyEmailProps) {
  const [isPreviewing, preview] = useDisclosure()
  const [isScheduling, schedule] = useDisclosure()
  const { isOn, nextEmailAt, isNextSkipped, pausedFor } = settings
  const { skip, unskip } = useSkip(listingId, settings)
  const receivers = settings.people.filter(
    ({ email, isRevoked, isUnsubscribed }) => email && !isRevoked && !isUnsubscribed,
  )
  const isSending = isOn && !pausedFor && receivers.length > 0
  return (
    <section className={classes.part} aria-labelledby="vendor-weekly-email">
      <h3 id="vendor-weekly-email" className={classes.subheading}>
        Weekly email
      </h3>
      <div className={classes.next}>
        <div aria-live="polite">
          <p className={classes.when}>{whenText(settings)}</p>
          <p className={classes.about}>{aboutText(settings, receivers)}</p>
        </div>
        <div className={classes.actions}>
          {receivers.length > 0 && (
            <Button variant="default" size="xs" onClick={preview.open}>
              Preview
            </Button>
          )}
          {isSending && nextEmailAt && (
            <Button variant="default" size="xs" onClick={() => (isNextSkipped ? unskip() : skip())}>
              {isNextSkipped ? 'Don’t skip' : 'Skip this week'}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={schedule.open}>
            {isOn ? 'Change time' : 'Turn on'}
          </Button>
        </div>
      </div>
      <Dialog
        opened={isPreviewing}
        onClose={preview.close}
        title={settings.isNextFinal ? 'The last email' : 'The next email'}
        size={680}
        fullScreen="on phones"
      >
        {isPreviewing && <EmailPreview listingId={listingId} />}
      </Dialog>
      <Dialog opened={isScheduling} onClose={schedule.close} title="Weekly email" size={440}>
        {isScheduling && <ScheduleForm listingId={listingId} settings={settings} onDone={schedule.close} />}
      </Dialog>
    </section>
  )
}

/** "Friday 20 Nov, 4:00 pm", where the lead agent is. */
const emailTime = (moment: Date, timeZone: string) =>
  formatDate(moment, { weekday: 'long', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone })

const pausedTexts: Record<PausedFor, [string, string]> = {
  draft: ['Waits until the listing is published', 'The first one goes out within a week after that.'],
  archived: ['Paused while the listing is archived', 'It starts again when you restore the listing.'],
  withdrawn: ['Paused while the listing is withdrawn', 'It starts again when the property is back on the market.'],
  sold: ['The last email has gone out', 'The property is sold. The page stays as it is.'],
  subscription: ['Paused while the subscription is not active', 'It starts again when the subscription is active.'],
}

function whenText({ isOn, nextEmailAt, followingEmailAt, isNextSkipped, pausedFor, timeZone, people }: VendorSettings) {
  if (!isOn || !nextEmailAt) return 'Off'
  if (pausedFor) return pausedTexts[pausedFor][0]
  if (!people.some(({ email, isRevoked }) => email && !isRevoked)) return 'Nobody gets it yet'
  if (isNextSkipped && followingEmailAt) return `Skipped. Next one: ${emailTime(followingEmailAt, timeZone)}`
  return emailTime(nextEmailAt, timeZone)
}

function aboutText({ isOn, isNextFinal, pausedFor }: VendorSettings, receivers: { name: string }[]) {
  if (!isOn) return 'Vendors can open their page at any time.'
  if (pausedFor) return pausedTexts[pausedFor][1]
  if (receivers.length === 0) return 'Add someone with an email address.'
  const names = joinWithAnd(receivers.map(({ name }) => name))
  return isNextFinal
    ? `The last one, to ${names}: the property is sold.`
    : `To ${names}. You don’t have to do anything.`
}

/** The email as it would be sent now. */
function EmailPreview({ listingId }: { listingId: string }) {
  const { data: email, error } = useQuery(vendorEmailPreviewQuery(listingId))
  const [part, setPart] = useState('email')
  if (error) return <FailureAlert error={error} />
  if (!email) return <Skeleton h={480} aria-label="Loading the preview" />
  const { to, from, replyTo, subject, html, text } = email
  return (
    <Stack gap="sm">
      <dl className={classes.envelope}>
        <dt>To</dt>
        <dd>
          <bdi>{to.name}</bdi>, {to.email}
        </dd>
        <dt>From</dt>
        <dd>
          <bdi>{from ? `${from} via Property Files` : 'Property Files'}</bdi>, replies go to {replyTo}
        </dd>
        <dt>Subject</dt>
        <dd>
          <bdi>{subject}</bdi>
        </dd>
      </dl>
      <SegmentedControl
        aria-label="Part of the email"
        value={part}
        onChange={setPart}
        data={[
          { value: 'email', label: 'Email' },
          { value: 'text', label: 'Plain text' },
        ]}
      />
      {part === 'email' ? (
        // Sandboxed: no scripts, and links open in a new tab.
        <iframe
          className={classes.email}
          title="The email"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html.replace('<head>', '<head><base target="_blank">')}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <pre className={classes.text} tabIndex={0}>
          {text}
        </pre>
      )}
      <p className={classes.about}>Shown with the numbers so far. Everyone gets their own link.</p>
    </Stack>
  )
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function ScheduleForm({ listingId, settings, onDone }: WeeklyEmailProps & { onDone: () => void }) {
  const queryClient = useQueryClient()
  const { weekday, time, timeZone } = settings
  const form = useForm({
    // Who opens this while it is off wants it on.
    initialValues: { listingId, isOn: true, weekday, time },
    schema: SaveScheduleInput,
    submit: (data) => saveVendorSchedule({ data }),
    onSuccess: async (_, { isOn }) => {
      onDone()
      showToast(isOn ? 'Weekly email saved.' : 'Weekly email turned off.')
      await queryClient.invalidateQueries({ queryKey: queryKeys.vendors.settings(listingId) })
    },
  })
  const { values } = form
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <SwitchRow
          label="Send a weekly email"
          checked={values.isOn}
          onChange={({ currentTarget }) => form.setValue('isOn', currentTarget.checked)}
        />
        {values.isOn && (
          <>
            <NativeSelect
              label="Day"
              value={String(values.weekday)}
              data={weekdays.map((label, place) => ({ value: String(place + 1), label }))}
              onChange={({ currentTarget }) => form.setValue('weekday', Number(currentTarget.value))}
            />
            <TextInput
              label="Time"
              type="time"
              description={`${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time, adjusted for daylight saving`}
              {...form.textField('time')}
            />
          </>
        )}
        <DialogFooter label="Save" form={form} onCancel={onDone} />
      </Stack>
    </form>
  )
}

/** Skipped at once, with undo. */
function useSkip(listingId: string, { nextEmailAt }: VendorSettings) {
  const queryKey = queryKeys.vendors.settings(listingId)
  const setSkipped = {
    mutationFn: (isSkipped: boolean) =>
      skipVendorEmail({ data: { listingId, dueAt: (nextEmailAt ?? new Date(0)).toISOString(), isSkipped } }),
    queryKey,
    updateCache: (queryClient: ReturnType<typeof useQueryClient>, isNextSkipped: boolean) =>
      queryClient.setQueryData<VendorSettings>(queryKey, (settings) => settings && { ...settings, isNextSkipped }),
    invalidates: [{ queryKey }],
  }
  const undo = useOptimisticMutation<boolean, unknown>({
    ...setSkipped,
    successMessage: () => 'This week’s email goes out as planned.',
  }).mutate
  const skip = useOptimisticMutation<boolean, unknown>({
    ...setSkipped,
    successMessage: () => 'This week’s email is skipped.',
    undo: () => () => undo(false),
  }).mutate
  return { skip: () => skip(true), unskip: () => undo(false) }
}

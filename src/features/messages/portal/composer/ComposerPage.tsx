import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronLeft, IconEye, IconMailForward, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { messagePlaces } from '#features/leads/messagePlaces.ts'
import type { OwnListing } from '#features/listings/listings.functions.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showErrorToast, showToast } from '#ui/feedback/toasts.tsx'
import { UnsavedChangesGuard } from '#ui/form/UnsavedChangesGuard.tsx'
import { formatCount } from '#ui/format/format.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { messageAudienceQuery, sendTestMessage } from '../../messages.functions.ts'
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH, MessageTexts } from '../../messages.schema.ts'
import type { NewMessageSearch } from '../../messagesSearch.ts'
import type { SuggestedMessage } from '../useSuggestedTexts.ts'
import { AudienceCard } from './AudienceCard.tsx'
import classes from './Composer.module.css'
import { ComposerValues, messageDraft } from './composerValues.ts'
import { KindCard } from './KindCard.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { PriceCard } from './PriceCard.tsx'
import { SendDialog } from './SendDialog.tsx'
import { TextWithPlaces } from './TextWithPlaces.tsx'
import { type CreatedMessage, useComposer } from './useComposer.ts'

interface ComposerPageProps {
  listing: OwnListing
  /** What the message begins with. */
  start: NewMessageSearch
  suggestion: SuggestedMessage
  timeZone: string
  onCreated: (created: CreatedMessage) => void
}

/** Writes a message to the buyers of a listing: what it is about, who gets it, its text, and when. */
export function ComposerPage(props: ComposerPageProps) {
  const { listing, timeZone } = props
  const [isReviewing, review] = useDisclosure()
  const { form, chooseKind, changePrice, hasOtherSuggestion, useSuggestion } = useComposer({
    ...props,
    onFieldError: review.close,
  })
  const { values } = form
  const [isPreviewing, preview] = useDisclosure()
  const draft = messageDraft(listing.id, values)
  const isComplete = z.safeParse(MessageTexts, { subject: values.subject, body: values.body }).success
  const completeDraft = isComplete ? draft : undefined
  const { data: count } = useQuery({
    ...messageAudienceQuery({ listingId: listing.id, audience: values.audience }),
    placeholderData: keepPreviousData,
  })
  const test = useMutation({
    mutationFn: () => sendTestMessage({ data: draft }),
    onSuccess: ({ sentTo }) => showToast(`Test sent to ${sentTo}.`),
    onError: showErrorToast,
    meta: { handled: true },
  })
  /** Errors show before the agent is asked to confirm. */
  const checked = (next: () => void) => () => {
    const errors = findErrors(values)
    if (errors) form.showErrors(errors)
    else next()
  }
  const isNobody = count?.included === 0
  return (
    <form {...form.formProps} className={classes.page} aria-label="New message">
      <TextLink to="/portal/listings/$id/messages" params={{ id: listing.id }} className={classes.back}>
        <IconChevronLeft {...icon} size={16} /> Messages for <bdi>{listing.title}</bdi>
      </TextLink>
      <div className={classes.columns}>
        <div className={classes.column}>
          <KindCard kind={values.kind} onChoose={chooseKind} />
          {values.kind === 'price' && (
            <PriceCard listing={listing} form={form} timeZone={timeZone} onChange={changePrice} />
          )}
          <AudienceCard
            listingId={listing.id}
            audience={values.audience}
            error={form.valueField('audience').error}
            onChange={(audience) => form.setValue('audience', audience)}
          />
          <SectionCard
            title="Email"
            about="Each email has a button that opens the buyer’s private page, and a link to unsubscribe."
          >
            <SectionBody>
              <div className={classes.fields}>
                {hasOtherSuggestion && (
                  <Group gap="xs">
                    <span>We’ve kept your text.</span>
                    <Button variant="default" size="compact-sm" onClick={useSuggestion}>
                      Use our text instead
                    </Button>
                  </Group>
                )}
                <TextWithPlaces
                  subject={form.valueField('subject')}
                  body={form.valueField('body')}
                  maxSubjectLength={MAX_SUBJECT_LENGTH}
                  maxBodyLength={MAX_BODY_LENGTH}
                  places={messagePlaces}
                />
              </div>
            </SectionBody>
          </SectionCard>
          <SectionCard title="When">
            <SectionBody>
              <div className={classes.when}>
                <SegmentedControl
                  aria-label="When"
                  data={[
                    { value: 'now', label: 'Send now' },
                    { value: 'later', label: 'Schedule' },
                  ]}
                  value={values.when}
                  onChange={(when) => form.setValue('when', when === 'later' ? 'later' : 'now')}
                />
                {values.when === 'later' && (
                  <TextInput
                    type="datetime-local"
                    label="Send at"
                    description={`Your time zone: ${timeZone.split('/').at(-1)?.replaceAll('_', ' ')}`}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    {...form.textField('sendAt')}
                  />
                )}
              </div>
            </SectionBody>
          </SectionCard>
        </div>
        <div className={`${classes.aside} ${classes.onLaptop}`}>
          <MessagePreview draft={completeDraft} people={count?.people ?? []} />
        </div>
      </div>
      <FailureAlert error={isReviewing ? null : form.failure} />
      <div className={classes.bar} data-bottom-bar>
        <Button
          variant="default"
          className={classes.onPhone}
          leftSection={<IconEye {...icon} />}
          onClick={preview.open}
          aria-haspopup="dialog"
        >
          Preview
        </Button>
        <Button
          variant="default"
          leftSection={<IconMailForward {...icon} />}
          loading={test.isPending}
          onClick={checked(() => test.mutate())}
        >
          Send test to me
        </Button>
        <span className={classes.grow} />
        <Button
          className={classes.main}
          leftSection={<IconSend {...icon} />}
          disabled={isNobody}
          onClick={checked(review.open)}
          aria-haspopup="dialog"
        >
          {sendText(values.when, isNobody ? undefined : count?.included)}
        </Button>
      </div>
      <SendDialog
        opened={isReviewing}
        onClose={review.close}
        values={values}
        listing={listing}
        count={count}
        timeZone={timeZone}
        isBusy={form.isBusy}
        failure={form.failure}
        onSend={() => void form.save()}
      />
      <Dialog opened={isPreviewing} onClose={preview.close} title="Preview" fullScreen="always">
        <MessagePreview draft={completeDraft} people={count?.people ?? []} />
      </Dialog>
      <UnsavedChangesGuard dirty={form.isDirty} />
    </form>
  )
}

function sendText(when: ComposerValues['when'], buyers: number | undefined) {
  if (buyers === undefined) return when === 'later' ? 'Schedule' : 'Send'
  return `${when === 'later' ? 'Schedule for' : 'Send to'} ${formatCount(buyers, 'buyer')}`
}

function findErrors(values: ComposerValues) {
  const { success, error } = z.safeParse(ComposerValues, values)
  if (success) return undefined
  return Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}

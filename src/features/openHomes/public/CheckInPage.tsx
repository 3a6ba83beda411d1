import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { openHomeTime } from '#features/listings/facts/factTexts.ts'
import { publicListingPath } from '#features/listings/listingUrls.ts'
import { photoSources } from '#features/listings/photoUrls.ts'
import { useBotCheck } from '#platform/botCheck/useBotCheck.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import buttons from '#ui/theme/buttons.module.css'
import { type CheckInPageData, checkInOnOwnPhone, checkInPageQuery } from '../openHomes.functions.ts'
import { OwnPhoneForm } from '../openHomes.schema.ts'
import classes from './CheckInPage.module.css'

/** What the QR code at the gate opens: the check-in on the buyer's own phone, while the open home is on. */
export function CheckInPage({ link, page: loaded }: { link: string; page: CheckInPageData }) {
  const [isDone, setDone] = useState(false)
  // Somebody who waits at the gate sees the form when it opens.
  const { data: page = loaded } = useQuery({
    ...checkInPageQuery(link),
    refetchInterval: 60_000,
    enabled: !loaded.isOn,
  })
  const { listing } = page
  const openListing = (
    <a href={publicListingPath(listing.slug)} className={buttons.plain}>
      Open the listing
    </a>
  )
  if (isDone)
    return (
      <TaskCard
        takesFocus
        title="You’re checked in"
        lead="Welcome. We’re emailing you a private link to this property’s documents."
      >
        {openListing}
      </TaskCard>
    )
  if (!page.isOn)
    return (
      <TaskCard title={listing.title} lead={describeNext(page)}>
        {openListing}
      </TaskCard>
    )
  return <CheckInForm page={page} onDone={() => setDone(true)} />
}

function describeNext({ openHome, timeZone }: CheckInPageData) {
  if (!openHome) return 'There’s no open home just now.'
  return `The next open home is ${openHomeTime(openHome, { country: null, timeZone })}. Check-in opens an hour before.`
}

function CheckInForm({
  page: { listing, photo, consent, agentName },
  onDone,
}: {
  page: CheckInPageData
  onDone: () => void
}) {
  const key = useRef('')
  const { prepare, takeAnswer, challenge } = useBotCheck('lead')
  const form = useForm({
    initialValues: { email: '', firstName: '', lastName: '', phone: '' },
    schema: OwnPhoneForm,
    submit: async (visitor) => {
      key.current ||= crypto.randomUUID()
      return checkInOnOwnPhone({
        data: { listingId: listing.id, ...visitor, key: key.current, turnstile: await takeAnswer() },
      })
    },
    onSuccess: onDone,
  })
  return (
    <section className={classes.card} aria-labelledby="check-in-title">
      {photo && <img src={photoSources(photo).src} alt="" className={classes.photo} />}
      <div className={classes.body}>
        <h1 id="check-in-title" className={classes.title}>
          Check in at <bdi>{listing.title}</bdi>
        </h1>
        <Text c="dimmed">
          Been in touch with <bdi>{agentName}</bdi> before? Your email address is enough.
        </Text>
        <form {...form.formProps} onFocus={() => prepare()} className={classes.form}>
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            inputMode="email"
            size="md"
            maxLength={254}
            {...form.textField('email')}
          />
          <div className={classes.pair}>
            <TextInput
              label="First name"
              autoComplete="given-name"
              size="md"
              maxLength={60}
              {...form.textField('firstName')}
            />
            <TextInput
              label="Last name"
              autoComplete="family-name"
              size="md"
              maxLength={60}
              {...form.textField('lastName')}
            />
          </div>
          <TextInput
            label="Phone (optional)"
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            size="md"
            maxLength={40}
            {...form.textField('phone')}
          />
          {challenge}
          <FailureAlert error={form.failure} />
          <Button type="submit" size="lg" fullWidth loading={form.isBusy}>
            Check in
          </Button>
          <Text size="sm" c="dimmed">
            {consent} See our{' '}
            <Anchor href="/privacy-policy" target="_blank" rel="noopener" inherit underline="always">
              privacy policy
            </Anchor>
            .
          </Text>
        </form>
      </div>
    </section>
  )
}

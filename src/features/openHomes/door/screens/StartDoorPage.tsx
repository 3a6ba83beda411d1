import { Alert, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { NewPin, PIN_LENGTHS } from '../device/doorPin.ts'
import { canUnlock } from '../device/doorUnlock.ts'
import { InstallHelp } from './InstallHelp.tsx'
import { canStartDoor, startDoorMode } from './startDoorMode.ts'

const StartDoorValues = z.strictObject({ pin: NewPin, hasUnlock: z.boolean() })

/** Turns this phone or tablet into the one at the door. */
export function StartDoorPage({ openHomeId }: { openHomeId: string }) {
  const isHydrated = useHydrated()
  return (
    <Stack maw={560} gap="md">
      <SectionCard title="Check visitors in on this device">
        <SectionBody>
          {isHydrated && !canStartDoor() ? (
            <Alert color="yellow">
              This browser can’t keep check-ins on the device. Open this page in a recent version of Chrome, Edge,
              Safari or Firefox, and not in a private window.
            </Alert>
          ) : (
            <StartDoorForm openHomeId={openHomeId} />
          )}
        </SectionBody>
      </SectionCard>
      <InstallHelp />
    </Stack>
  )
}

function StartDoorForm({ openHomeId }: { openHomeId: string }) {
  const isUnlockable = useCanUnlock()
  const form = useForm({
    initialValues: { pin: '', hasUnlock: false },
    schema: StartDoorValues,
    submit: (values) => startDoorMode({ openHomeId, ...values }),
  })
  const hasUnlock = form.valueField('hasUnlock')
  return (
    <form autoComplete="off" {...form.formProps}>
      <Stack gap="md">
        <Text size="sm">
          This device will show the check-in form and nothing else, with or without a signal. You’ll be signed out on
          it, so visitors can’t get to your listings or leads. Check-ins are kept encrypted on the device until they’re
          sent.
        </Text>
        <TextInput
          label="PIN to leave check-in"
          description={`${PIN_LENGTHS.min} to ${PIN_LENGTHS.max} digits. Choose one that you don’t use elsewhere.`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={PIN_LENGTHS.max}
          {...form.textField('pin')}
        />
        {isUnlockable && (
          <Checkbox
            label="Also let me leave with this device’s own lock (face, fingerprint or passcode)"
            checked={hasUnlock.value}
            onChange={(event) => hasUnlock.onChange(event.currentTarget.checked)}
          />
        )}
        <FailureAlert error={form.failure} />
        <SubmitButton loading={form.isBusy}>Sign out and start check-in</SubmitButton>
      </Stack>
    </form>
  )
}

function useCanUnlock() {
  const [isUnlockable, setUnlockable] = useState(false)
  useEffect(() => {
    void canUnlock().then(setUnlockable)
  }, [])
  return isUnlockable
}

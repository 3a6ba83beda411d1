import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Pill } from '#ui/display/Pill.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { fullDate } from '#ui/format/dates.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { SectionBody, SectionCard, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { ConfirmPopover } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { agencyQuery } from '../../agencies.functions.ts'
import { saveSecondFactorRule, secondFactorRuleQuery } from '../../signInRules.functions.ts'
import { graceDays, SecondFactorRuleFormValues } from '../../signInRules.schema.ts'
import classes from './SecondFactorRulePage.module.css'

/** Where owners require two-step sign-in, and see who has not set it up. */
export function SecondFactorRulePage({ timeZone }: { timeZone: string }) {
  const { data } = useSuspenseQuery(secondFactorRuleQuery)
  const { userId } = useSuspenseQuery(agencyQuery).data
  const own = data.members.find(({ id }) => id === userId)
  const missing = data.members.filter(({ hasSecondFactor }) => !hasSecondFactor).length
  return (
    <Stack gap="lg">
      <SectionCard
        title="Require two-step sign-in"
        about="Everyone in your agency then signs in with a passkey, or with a code from their phone as well as their password."
      >
        {data.from ? (
          <RuleOn from={data.from} timeZone={timeZone} />
        ) : (
          <RuleForm isReady={own?.hasSecondFactor === true} />
        )}
      </SectionCard>
      <SectionCard
        title="Members"
        about={
          missing === 0
            ? 'Everyone has set it up.'
            : `${missing} of ${data.members.length} ${missing === 1 ? 'hasn’t' : 'haven’t'} set it up yet.`
        }
      >
        <SectionBody>
          <ul className={classes.list}>
            {data.members.map((one) => (
              <li key={one.id}>
                {one.hasSecondFactor ? (
                  <IconCircleCheck {...icon} color="var(--mantine-color-teal-9)" />
                ) : (
                  <IconClock {...icon} />
                )}
                <span className={classes.name}>
                  <bdi>{nameOrEmail(one)}</bdi>
                  {nameOrEmail(one) !== one.email && <span className={classes.email}>{one.email}</span>}
                </span>
                {one.hasSecondFactor ? <Pill tone="positive">Set up</Pill> : <Pill tone="attention">Not set up</Pill>}
              </li>
            ))}
          </ul>
        </SectionBody>
      </SectionCard>
    </Stack>
  )
}

/** `isReady`: the owner has a second factor. */
function RuleForm({ isReady }: { isReady: boolean }) {
  const refresh = useRefresh()
  const form = useForm<{ days: (typeof graceDays)[number] }, void>({
    initialValues: { days: 14 },
    schema: SecondFactorRuleFormValues,
    submit: (data) => saveSecondFactorRule({ data }),
    onSuccess: async () => {
      await refresh()
      showToast('Two-step sign-in is required. We’ve emailed everyone who hasn’t set it up.')
    },
  })
  const days = form.valueField('days')
  return (
    <form {...form.formProps} aria-label="Require two-step sign-in">
      <SectionBody>
        <Stack gap="md">
          <Radio.Group
            label="Time to set it up"
            description="We’ll email everyone who still has to: now, three days before and one day before. After that, they can’t do anything else until they’ve set it up. Their listings stay online and leads still arrive."
            value={String(days.value)}
            error={days.error}
            onChange={(chosen) => days.onChange(graceDays.find((one) => String(one) === chosen) ?? 14)}
          >
            <Group gap="md" mt={8}>
              {graceDays.map((one, index) => (
                <Radio
                  key={one}
                  value={String(one)}
                  label={`${one} days`}
                  data-field={index === 0 ? days['data-field'] : undefined}
                />
              ))}
            </Group>
          </Radio.Group>
          {!isReady && (
            <Text size="sm" c="dimmed">
              You need it yourself first.{' '}
              <TextLink to="/portal/settings" hash="second-step" inherit underline="always">
                Set it up in your settings
              </TextLink>
            </Text>
          )}
          <FailureAlert error={form.failure} />
        </Stack>
      </SectionBody>
      <SectionFooter>
        <Button type="submit" loading={form.isBusy}>
          Require two-step sign-in
        </Button>
      </SectionFooter>
    </form>
  )
}

function RuleOn({ from, timeZone }: { from: Date; timeZone: string }) {
  const refresh = useRefresh()
  const end = useMutation({
    mutationFn: () => saveSecondFactorRule({ data: { days: null } }),
    onSuccess: async () => {
      await refresh()
      showToast('Two-step sign-in is optional now.')
    },
  })
  const isDue = from <= new Date()
  return (
    <>
      <SectionBody>
        <Text size="sm">
          {isDue
            ? `Required since ${fullDate(from, timeZone)}. Members who haven’t set it up can’t do anything else until they do.`
            : `Required from ${fullDate(from, timeZone)}. We remind members who haven’t set it up three days and one day before.`}
        </Text>
      </SectionBody>
      <SectionFooter>
        <ConfirmPopover
          label="Stop requiring it"
          question="Members can then turn off their own two-step sign-in."
          busy={end.isPending}
          button={{ size: 'sm' }}
          onConfirm={() => end.mutate()}
        />
      </SectionFooter>
    </>
  )
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([queryClient.invalidateQueries(secondFactorRuleQuery), queryClient.invalidateQueries(agencyQuery)])
}

import { NativeSelect, Stack } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { idleLockQuery } from '#features/accounts/devices.functions.ts'
import { idleLockMinutes, idleLockText } from '#features/accounts/devices.schema.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { SaveFooter } from '#ui/form/SaveFooter.tsx'
import { UnsavedChangesGuard } from '#ui/form/UnsavedChangesGuard.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { saveSessionRule, sessionRuleQuery } from '../../signInRules.functions.ts'
import { SessionRule, sessionHours, sessionHoursText } from '../../signInRules.schema.ts'

const hoursOptions = [
  { value: '', label: 'As long as they use it (up to 30 days between visits)' },
  ...sessionHours.toReversed().map((hours) => ({ value: String(hours), label: sessionHoursText(hours) })),
]
const idleOptions = [
  { value: '', label: 'Never' },
  ...idleLockMinutes.map((minutes) => ({ value: String(minutes), label: `After ${idleLockText(minutes)}` })),
]
const textOf = (value: number | null) => (value === null ? '' : String(value))

/** Where owners say how long members stay signed in, and after how long their browsers lock. */
export function SessionRuleSection() {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(sessionRuleQuery)
  const form = useForm<SessionRule, void>({
    initialValues: data,
    schema: SessionRule,
    submit: (rule) => saveSessionRule({ data: rule }),
    onSuccess: async (_, sent) => {
      form.load(sent)
      await Promise.all([queryClient.invalidateQueries(sessionRuleQuery), queryClient.invalidateQueries(idleLockQuery)])
      showToast('Saved. It applies from now on.')
    },
  })
  const hours = form.valueField('hours')
  const idleMinutes = form.valueField('idleMinutes')
  return (
    <SectionCard
      title="Staying signed in"
      about="For everyone in your agency, while they work in it. A change applies straight away, and we email the other members."
    >
      <form {...form.formProps} aria-label="Staying signed in">
        <SectionBody>
          <Stack gap="md">
            <NativeSelect
              label="Members stay signed in for"
              description="After that they need to sign in again, even if they’re using the portal. Nothing they’re typing is lost."
              data={hoursOptions}
              value={textOf(hours.value)}
              error={hours.error}
              data-field={hours['data-field']}
              onChange={({ currentTarget: { value } }) =>
                hours.onChange(sessionHours.find((one) => String(one) === value) ?? null)
              }
              maw={440}
            />
            <NativeSelect
              label="Lock the portal when nobody is using it"
              description="They unlock it with their password, a code or a passkey. Members can choose a shorter time for themselves."
              data={idleOptions}
              value={textOf(idleMinutes.value)}
              error={idleMinutes.error}
              data-field={idleMinutes['data-field']}
              onChange={({ currentTarget: { value } }) =>
                idleMinutes.onChange(idleLockMinutes.find((one) => String(one) === value) ?? null)
              }
              maw={440}
            />
          </Stack>
        </SectionBody>
        <SaveFooter label="Save" form={form} />
      </form>
      <UnsavedChangesGuard dirty={form.isDirty} />
    </SectionCard>
  )
}

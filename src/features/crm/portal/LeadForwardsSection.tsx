import { Anchor, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { IconRow } from '#ui/display/IconRow.tsx'
import { Pill } from '#ui/display/Pill.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { ConfirmPopover } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type LeadFormat, leadFormats } from '#values/agencyValues.ts'
import {
  addLeadForward,
  changeLeadFormat,
  type LeadForwards,
  leadForwardsQuery,
  removeLeadForward,
  resendLeadForwardLink,
  sendTestLead,
} from '../crm.functions.ts'
import { LeadForwardWithFormat, leadFormatLabels, MAX_LEAD_FORWARDS } from '../crm.schema.ts'
import classes from './LeadForwardsSection.module.css'

/** For a CRM that only reads email. */
export function LeadForwardsSection() {
  const { data: forwards } = useSuspenseQuery(leadForwardsQuery)
  return (
    <SectionCard
      title="Send leads to your CRM"
      about={
        <>
          Each new lead is also emailed to these addresses, in a format that your CRM can read, with the lead as JSON
          attached.{' '}
          <Anchor href="/help#office-crm" target="_blank" rel="noopener" inherit underline="always">
            How to connect your CRM
          </Anchor>
        </>
      }
    >
      {forwards.length > 0 && (
        <SectionBody>
          <ul className={classes.list}>
            {forwards.map((one) => (
              <ForwardRow key={one.email} forward={one} />
            ))}
          </ul>
        </SectionBody>
      )}
      <SectionBody>
        {forwards.length < MAX_LEAD_FORWARDS ? (
          <AddForward />
        ) : (
          `You have ${MAX_LEAD_FORWARDS} addresses, the most you can have. Remove one to add another.`
        )}
      </SectionBody>
    </SectionCard>
  )
}

const formatOptions = leadFormats.map((value) => ({ value, label: leadFormatLabels[value] }))
const toFormat = (text: string) => leadFormats.find((one) => one === text) ?? 'plain'
const emptyForward: LeadForwardWithFormat = { email: '', format: 'plain' }

function AddForward() {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: emptyForward,
    schema: LeadForwardWithFormat,
    submit: (data) => addLeadForward({ data }),
    onSuccess: async (_result, { email }) => {
      showToast(`We’ve emailed a link to ${email.trim()}. Open it there to confirm the address.`)
      await queryClient.invalidateQueries(leadForwardsQuery)
      form.load(emptyForward)
    },
  })
  return (
    <form {...form.formProps}>
      <FailureAlert error={form.failure} />
      <div className={classes.form}>
        <TextInput
          className={classes.field}
          label="Email address of your CRM"
          description="We’ll email a link there first. Leads follow once someone opens it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          autoComplete="off"
          {...form.textField('email')}
        />
        <NativeSelect
          className={classes.format}
          label="Format"
          data={formatOptions}
          {...form.valueField('format')}
          onChange={({ currentTarget }) => form.setValue('format', toFormat(currentTarget.value))}
        />
        <Button type="submit" variant="default" className={classes.add} loading={form.isBusy}>
          Add address
        </Button>
      </div>
    </form>
  )
}

function ForwardRow({ forward: { email, format, isConfirmed } }: { forward: LeadForwards[number] }) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries(leadForwardsQuery)
  const resend = useMutation({
    mutationFn: () => resendLeadForwardLink({ data: { email } }),
    onSuccess: () => showToast(`Link sent to ${email}.`),
    onSettled: refresh,
  })
  const changeFormat = useOptimisticMutation<LeadFormat, unknown>({
    mutationFn: (next) => changeLeadFormat({ data: { email, format: next } }),
    queryKey: leadForwardsQuery.queryKey,
    updateCache: (client, next) =>
      client.setQueryData<LeadForwards>(leadForwardsQuery.queryKey, (all) =>
        all?.map((one) => (one.email === email ? { ...one, format: next } : one)),
      ),
    successMessage: (next) => `${email} gets leads as “${leadFormatLabels[next]}”.`,
    invalidates: [leadForwardsQuery],
  })
  const sendTest = useMutation({
    mutationFn: () => sendTestLead({ data: { email } }),
    onSuccess: () => showToast(`Test lead sent to ${email}.`),
  })
  const remove = useMutation({
    mutationFn: () => removeLeadForward({ data: { email } }),
    onSuccess: () => showToast(`${email} won’t get any more leads.`),
    onSettled: refresh,
  })
  return (
    <IconRow
      icon={<IconMail {...icon} />}
      title={
        <>
          <span className={classes.email}>{email}</span>{' '}
          {!isConfirmed && <Pill tone="attention">Waiting for confirmation</Pill>}
        </>
      }
      detail={isConfirmed ? 'Gets each new lead' : 'We’ve emailed a link there'}
      action={
        <Group gap="xs" className={classes.actions}>
          <NativeSelect
            size="xs"
            aria-label={`Format for ${email}`}
            data={formatOptions}
            value={format}
            onChange={({ currentTarget }) => changeFormat.mutate(toFormat(currentTarget.value))}
          />
          {isConfirmed ? (
            <Button
              variant="default"
              size="xs"
              loading={sendTest.isPending}
              aria-label={`Send test lead to ${email}`}
              onClick={() => sendTest.mutate()}
            >
              Send test lead
            </Button>
          ) : (
            <Button
              variant="default"
              size="xs"
              loading={resend.isPending}
              aria-label={`Send again to ${email}`}
              onClick={() => resend.mutate()}
            >
              Send again
            </Button>
          )}
          <ConfirmPopover
            label="Remove"
            accessibleLabel={`Remove ${email}`}
            question={`${email} won’t get any more leads.`}
            busy={remove.isPending}
            onConfirm={() => remove.mutate()}
          />
        </Group>
      }
    />
  )
}

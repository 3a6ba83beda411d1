import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PasswordField } from '#features/accounts/CredentialFields.tsx'
import { ExportRow, refetchWhileRunning } from '#features/accounts/portal/settings/DataExportSection.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { fullDate } from '#ui/format/dates.ts'
import { SectionBody, SectionCard, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { agencyExportQuery, agencyQuery, deleteAgency, requestAgencyExport } from '../agencies.functions.ts'
import { AgencyDeletion, type CurrentAgency } from '../agencies.schema.ts'
import { useKeepAgency } from './AgencyDeletionBanner.tsx'

const ABOUT_EXPORT =
  'One zip file with the listings, leads, events and files of everyone in your agency, its members, brand and activity.'

/** What owners can do with everything in the agency: take it along, or delete it. */
export function AgencyDataPage({ timeZone }: { timeZone: string }) {
  const { data: agency } = useSuspenseQuery(agencyQuery)
  return (
    <Stack gap="lg">
      <AgencyExport timeZone={timeZone} />
      {agency.members.length > 1 || agency.deletionDueAt ? (
        <DeleteAgency agency={agency} timeZone={timeZone} />
      ) : (
        <Text size="sm">
          You’re the only member, so your agency is deleted with your account.{' '}
          <Anchor component={Link} to="/portal/settings" hash="danger" inherit>
            Delete it in Settings
          </Anchor>
        </Text>
      )}
    </Stack>
  )
}

function AgencyExport({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient()
  const query = useQuery({ ...agencyExportQuery, refetchInterval: refetchWhileRunning })
  const request = useMutation({
    mutationFn: () => requestAgencyExport(),
    onSettled: () => queryClient.invalidateQueries(agencyExportQuery),
  })
  return (
    <SectionCard id="export" title="Export" about="Everything in your agency stays yours. Only owners can export it.">
      <ExportRow
        query={query}
        request={request}
        about={ABOUT_EXPORT}
        action="Export agency data"
        timeZone={timeZone}
        mailed
      />
    </SectionCard>
  )
}

function DeleteAgency({ agency, timeZone }: { agency: CurrentAgency; timeZone: string }) {
  const [opened, { open, close }] = useDisclosure()
  const { mutate: keep, isPending } = useKeepAgency()
  return (
    <SectionCard
      id="danger"
      title="Delete agency"
      about="For all members. You have 14 days to change your mind."
      danger
    >
      <SectionBody>
        <Text size="sm">
          {agency.deletionDueAt
            ? `We’ll delete everything in this agency on ${fullDate(agency.deletionDueAt, timeZone)}, unless an owner keeps it. The subscription won’t renew.`
            : 'This deletes all the agency’s listings and public pages, files, leads and buyers’ details. Members keep their own accounts.'}
        </Text>
      </SectionBody>
      <SectionFooter>
        {agency.deletionDueAt ? (
          <Button variant="default" loading={isPending} onClick={() => keep()}>
            Keep the agency
          </Button>
        ) : (
          <Button variant="outline" color="red.9" onClick={open}>
            Delete agency
          </Button>
        )}
      </SectionFooter>
      <Dialog opened={opened} onClose={close} title={`Delete ${agency.name || 'your agency'}?`}>
        <p style={{ margin: '0 0 8px' }}>In 14 days we’ll permanently delete, for all members:</p>
        <List size="sm" spacing={4} mb="md">
          <List.Item>every listing, its public page and link</List.Item>
          <List.Item>all photos and documents</List.Item>
          <List.Item>all leads and buyers, with their names and contact details</List.Item>
          <List.Item>shared templates, invitations, the brand, statistics and the activity log</List.Item>
        </List>
        <p style={{ margin: '0 0 16px' }}>
          Members keep their accounts and can still sign in, to another agency or to a new, empty one. We’ll email every
          member now, and the subscription won’t renew. Until then, any owner can keep the agency.
        </p>
        <DeleteAgencyForm onDone={close} />
      </Dialog>
    </SectionCard>
  )
}

function DeleteAgencyForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { password: '' },
    schema: AgencyDeletion,
    submit: (values) => deleteAgency({ data: AgencyDeletion.parse(values) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(agencyQuery)
      onDone()
      // The banner there says what happens next, and how to undo it.
      window.scrollTo({ top: 0 })
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <PasswordField label="Your password" autoComplete="current-password" {...form.textField('password')} />
        <FailureAlert error={form.failure} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" loading={form.isBusy}>
            Delete agency
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

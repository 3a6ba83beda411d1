import { MultiSelect, NativeSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { DocumentAccess } from '#features/listings/documentPermissions.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { documentSettingsQuery, saveDocumentSettings } from '../../files.functions.ts'
import { DocumentSettings } from '../../files.schema.ts'
import type { OwnFile } from '../../ownFile.ts'
import { accessLabels } from './accessLabels.ts'
import { LoadedSettings } from './LoadedSettings.tsx'

interface DocumentSettingsDialogProps {
  /** Missing while it is closed. */
  file: OwnFile | undefined
  onClose: () => void
}

/** Who may open a document, and whether they may keep it. */
export function DocumentSettingsDialog({ file, onClose }: DocumentSettingsDialogProps) {
  return (
    <Dialog opened={file !== undefined} onClose={onClose} title={`Access to ${file?.name ?? ''}`}>
      {file && (
        <LoadedSettings query={documentSettingsQuery(file.id)}>
          {(stored) => <DocumentSettingsForm file={file} stored={stored} onClose={onClose} />}
        </LoadedSettings>
      )}
    </Dialog>
  )
}

type StoredSettings = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof documentSettingsQuery>['queryFn']>>>>

const AS_LISTING = 'listing'
const toChoice = (value: boolean | null) => (value === null ? AS_LISTING : value ? 'on' : 'off')
const fromChoice = (choice: string) => (choice === AS_LISTING ? null : choice === 'on')

interface DocumentSettingsFormProps {
  file: OwnFile
  stored: StoredSettings
  onClose: () => void
}

function DocumentSettingsForm({ file, stored, onClose }: DocumentSettingsFormProps) {
  const queryClient = useQueryClient()
  const { access, isViewOnly, isWatermarked, leadIds, defaults, leads, canBeShownAsPages } = stored
  const form = useForm({
    initialValues: { id: file.id, access, leadIds, isViewOnly, isWatermarked },
    schema: DocumentSettings,
    submit: (data) => saveDocumentSettings({ data }),
    onSuccess: async () => {
      onClose()
      await Promise.all(
        [queryKeys.files.all, queryKeys.publicListing.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
  const { values } = form
  const effective = values.access ?? defaults?.access ?? 'everyone'
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <NativeSelect
          label="Who can open it"
          value={values.access ?? AS_LISTING}
          onChange={({ currentTarget: { value } }) => form.setValue('access', isAccess(value) ? value : null)}
          data={[
            {
              value: AS_LISTING,
              label: `As the listing (${accessLabels[defaults?.access ?? 'everyone'].toLowerCase()})`,
            },
            ...Object.entries(accessLabels).map(([value, label]) => ({ value, label })),
          ]}
        />
        {effective === 'chosen' && (
          <MultiSelect
            label="People"
            description={
              leads.length > 0
                ? 'Leads of this listing. Nobody else sees that this document exists.'
                : 'This listing has no leads yet. Until you choose someone, nobody sees this document.'
            }
            placeholder={values.leadIds.length > 0 ? undefined : 'Search by name or email'}
            searchable
            hidePickedOptions
            nothingFoundMessage="No lead matches"
            data={leads.map(({ id, name, email }) => ({ value: id, label: name ? `${name}, ${email}` : email }))}
            {...form.valueField('leadIds')}
          />
        )}
        {canBeShownAsPages ? (
          <>
            <NativeSelect
              label="Download"
              description="View only: buyers read the pages on screen, and never get the file."
              value={toChoice(values.isViewOnly)}
              error={form.valueField('isViewOnly').error}
              onChange={({ currentTarget }) => form.setValue('isViewOnly', fromChoice(currentTarget.value))}
              data={[
                {
                  value: AS_LISTING,
                  label: `As the listing (${defaults?.isViewOnly ? 'view only' : 'downloadable'})`,
                },
                { value: 'off', label: 'Can be downloaded' },
                { value: 'on', label: 'View only' },
              ]}
            />
            <NativeSelect
              label="Watermark"
              description="The buyer’s name, email and the time across each page, on screen and in downloads."
              value={toChoice(values.isWatermarked)}
              error={form.valueField('isWatermarked').error}
              onChange={({ currentTarget }) => form.setValue('isWatermarked', fromChoice(currentTarget.value))}
              data={[
                { value: AS_LISTING, label: `As the listing (${defaults?.isWatermarked ? 'on' : 'off'})` },
                { value: 'off', label: 'Off' },
                { value: 'on', label: 'On' },
              ]}
            />
          </>
        ) : (
          <Text size="sm" c="gray.7">
            View only and watermarks work for PDFs without a password, and for pictures. Buyers who can open this
            document can download it.
          </Text>
        )}
        <DialogFooter label="Save access" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

const isAccess = (value: string): value is DocumentAccess => value in accessLabels

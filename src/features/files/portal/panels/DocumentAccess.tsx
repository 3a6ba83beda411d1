import { Badge, MultiSelect, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DocumentAccess, DocumentPermissions } from '#features/listings/documentPermissions.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { SwitchRow } from '#ui/form/SwitchRow.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { formatAmount } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import {
  documentDefaultsQuery,
  documentSettingsQuery,
  saveDocumentDefaults,
  saveDocumentSettings,
} from '../../files.functions.ts'
import { DocumentDefaults, DocumentSettings } from '../../files.schema.ts'
import type { OwnFile, OwnFileTerms } from '../../ownFile.ts'
import classes from './DocumentAccess.module.css'

/** "3 people", "View only": nothing for a document that everyone may open and keep. */
export function PermissionBadges({ file }: { file: OwnFile }) {
  const labels = file.terms ? permissionLabels(file.terms) : []
  if (labels.length === 0) return null
  return (
    <span className={classes.badges}>
      {labels.map((label) => (
        <Badge key={label} variant="light" color="gray" c="gray.7" size="sm" tt="none" fw={500}>
          {label}
        </Badge>
      ))}
    </span>
  )
}

/** What an agent should notice about a document in a list. */
function permissionLabels({ access, chosenReaders, isViewOnly, isWatermarked }: OwnFileTerms) {
  return [
    access === 'hidden' && 'Hidden',
    access === 'chosen' && (chosenReaders === 1 ? '1 person' : `${formatAmount(chosenReaders)} people`),
    isViewOnly && 'View only',
    isWatermarked && 'Watermarked',
  ].filter((label) => label !== false)
}

const accessLabels: Record<DocumentAccess, string> = {
  everyone: 'All leads',
  chosen: 'Chosen people only',
  hidden: 'Nobody (hidden)',
}

interface DocumentDefaultsDialogProps {
  listingId: string
  opened: boolean
  onClose: () => void
}

/** What applies to the documents of a listing, unless one has its own settings. */
export function DocumentDefaultsDialog({ listingId, opened, onClose }: DocumentDefaultsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Access to documents">
      {opened && (
        <LoadedSettings query={documentDefaultsQuery(listingId)}>
          {(stored) => <DefaultsForm listingId={listingId} stored={stored} onClose={onClose} />}
        </LoadedSettings>
      )}
    </Dialog>
  )
}

interface DefaultsFormProps {
  listingId: string
  stored: DocumentPermissions
  onClose: () => void
}

function DefaultsForm({ listingId, stored, onClose }: DefaultsFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { listingId, ...stored },
    schema: DocumentDefaults,
    submit: (data) => saveDocumentDefaults({ data }),
    onSuccess: async () => {
      onClose()
      await Promise.all(
        [queryKeys.files.all, queryKeys.listings.all, queryKeys.publicListing.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
  const { values } = form
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <Text size="sm" c="gray.7">
          For all documents on this listing, unless you choose something else in a document’s own menu.
        </Text>
        <NativeSelect
          label="Who can open them"
          value={values.access}
          onChange={({ currentTarget: { value } }) =>
            form.setValue('access', value === 'chosen' || value === 'hidden' ? value : 'everyone')
          }
          data={Object.entries(accessLabels).map(([value, label]) => ({ value, label }))}
        />
        <SwitchRow
          label="View only"
          description="Buyers read the pages on screen, and never get the file. For PDFs and pictures: other types can be downloaded."
          checked={values.isViewOnly}
          onChange={({ currentTarget }) => form.setValue('isViewOnly', currentTarget.checked)}
        />
        <SwitchRow
          label="Watermark"
          description="The buyer’s name, email and the time across each page, on screen and in downloads. For PDFs and pictures."
          checked={values.isWatermarked}
          onChange={({ currentTarget }) => form.setValue('isWatermarked', currentTarget.checked)}
        />
        <DialogFooter label="Save access" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

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
              label: `Same as the listing (${accessLabels[defaults?.access ?? 'everyone'].toLowerCase()})`,
            },
            ...Object.entries(accessLabels).map(([value, label]) => ({ value, label })),
          ]}
        />
        {effective === 'chosen' && (
          <MultiSelect
            label="People"
            description={
              leads.length > 0
                ? 'Leads on this listing. Nobody else can see that this document exists.'
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
                  label: `Same as the listing (${defaults?.isViewOnly ? 'view only' : 'downloadable'})`,
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
                { value: AS_LISTING, label: `Same as the listing (${defaults?.isWatermarked ? 'on' : 'off'})` },
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

interface LoadedSettingsProps<Settings, Key extends QueryKey> {
  query: UseQueryOptions<Settings, Error, Settings, Key>
  children: (settings: Settings) => ReactNode
}

/** The form of a dialog, once what is stored now is known. */
function LoadedSettings<Settings, Key extends QueryKey>({ query, children }: LoadedSettingsProps<Settings, Key>) {
  const { data, isError, isFetching, refetch } = useQuery(query)
  if (isError) return <SectionError what="the settings" busy={isFetching} onRetry={refetch} />
  // What was stored when the dialog was last open may have changed.
  if (data === undefined || isFetching) return <Skeleton h={240} aria-label="Loading the settings" />
  return children(data)
}

import { ActionIcon, Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showAndReportError } from '#platform/telemetry/browser/showAndReportError.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { Pill } from '#ui/display/Pill.tsx'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { mediumDate, mediumDay, timeOfDay } from '#ui/format/dates.ts'
import { formatBytes, formatCount } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { ConfirmPopover, SideDrawer } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { getDownloadUrl } from '../files.functions.ts'
import { MAX_VERSION_NOTE_LENGTH, VersionNote } from '../files.schema.ts'
import type { OwnFile } from '../ownFile.ts'
import { startDownload } from '../reader/documentSource.ts'
import {
  changeVersionNote,
  type DocumentVersion,
  removeVersion,
  restoreVersion,
  versionsQuery,
} from '../versions.functions.ts'
import { VersionReader } from './AgentReader.tsx'
import classes from './VersionsDrawer.module.css'

interface VersionsDrawerProps {
  file: OwnFile
  timeZone: string
  onClose: () => void
}

/** Everything that a document has contained: to look at, download, restore or remove. */
export default function VersionsDrawer({ file, timeZone, onClose }: VersionsDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery(versionsQuery(file.id))
  const [previewed, setPreviewed] = useState<DocumentVersion>()
  return (
    <>
      <SideDrawer
        opened
        onClose={onClose}
        // The reader is above it, and closes first.
        closeOnEscape={!previewed}
        position="right"
        size="min(100%, 480px)"
        title={`Versions of ${file.name}`}
      >
        {data && (
          <ol className={classes.list} reversed>
            {data.map((version) => (
              <VersionItem
                key={version.version}
                file={file}
                version={version}
                timeZone={timeZone}
                onPreview={() => setPreviewed(version)}
              />
            ))}
          </ol>
        )}
        {!data && error && <SectionError what="the versions" busy={isFetching} onRetry={refetch} />}
        {!data && !error && <VersionsSkeleton />}
      </SideDrawer>
      {previewed && <VersionReader file={file} version={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}

const VersionsSkeleton = () => (
  <div role="status" aria-label="Loading versions" className={classes.list}>
    <Skeleton h={132} />
    <Skeleton h={132} />
  </div>
)

interface VersionItemProps {
  file: OwnFile
  version: DocumentVersion
  timeZone: string
  onPreview: () => void
}

function VersionItem({ file, version: one, timeZone, onPreview }: VersionItemProps) {
  const { version, isCurrent, erasedAt, firstOpenedAt } = one
  const { restore, remove, isBusy } = useVersionActions(file)
  const [isEditing, setEditing] = useState(false)
  const label = `version ${version}`
  return (
    <li className={classes.item} aria-label={`Version ${version}`}>
      <div className={classes.head}>
        <strong>Version {version}</strong>
        {isCurrent && <Pill tone="positive">Current</Pill>}
        {one.restoredVersion !== null && (
          <span className={classes.quiet}>Restored from version {one.restoredVersion}</span>
        )}
      </div>
      <span className={classes.facts}>
        <FactsLine facts={versionFacts(one, timeZone)} />
      </span>
      {one.sha256 ? (
        <Fingerprint sha256={one.sha256} label={label} />
      ) : (
        <PendingFingerprint isErased={erasedAt !== null} />
      )}
      {isEditing ? (
        <VersionNoteForm file={file} version={one} onDone={() => setEditing(false)} />
      ) : (
        one.note && (
          <Text size="sm" className={classes.note}>
            {one.note}
          </Text>
        )
      )}
      <KeptText version={one} timeZone={timeZone} />
      {!isEditing && (
        <Group gap={6}>
          {!erasedAt && (
            <>
              <Button variant="default" size="xs" aria-label={`Preview ${label}`} onClick={onPreview}>
                Preview
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={`Download ${label}`}
                onClick={() => void downloadVersion(file, version)}
              >
                Download
              </Button>
            </>
          )}
          {!isCurrent && !erasedAt && (
            <Button
              variant="default"
              size="xs"
              loading={isBusy}
              aria-label={`Restore ${label}`}
              onClick={() => restore(version)}
            >
              Restore
            </Button>
          )}
          {!isCurrent && !firstOpenedAt && (
            <ConfirmPopover
              label="Remove"
              accessibleLabel={`Remove ${label}`}
              question={`Remove ${label}? Its content is deleted, and you can’t undo this.`}
              onConfirm={() => remove(version)}
            />
          )}
          <Button
            variant="subtle"
            color="gray.7"
            size="xs"
            aria-label={`${one.note ? 'Edit' : 'Add'} note of ${label}`}
            onClick={() => setEditing(true)}
          >
            {one.note ? 'Edit note' : 'Add note'}
          </Button>
        </Group>
      )}
    </li>
  )
}

/** "3 Nov 2026, 2:32 pm", who, "7 pages", "1.2 MB", "Issued 10 Feb 2026". */
function versionFacts({ createdAt, uploadedBy, pageCount, size, issuedOn }: DocumentVersion, timeZone: string) {
  return [
    `${mediumDate(createdAt, timeZone)}, ${timeOfDay(createdAt, timeZone)}`,
    uploadedBy || false,
    pageCount !== null && formatCount(pageCount, 'page'),
    formatBytes(size),
    issuedOn && `Issued ${mediumDay(issuedOn)}`,
  ]
}

const SHOWN_DIGITS = 12

/** Anyone who has the file can check with it that it is this version. */
const Fingerprint = ({ sha256, label }: { sha256: string; label: string }) => (
  <span className={classes.fingerprint}>
    SHA-256 <code>{sha256.slice(0, SHOWN_DIGITS)}…</code>
    <ActionIcon
      variant="subtle"
      color="gray"
      c="gray.7"
      size={24}
      aria-label={`Copy the SHA-256 of ${label}`}
      onClick={() => void copyText(sha256, 'SHA-256 copied')}
    >
      <IconCopy {...icon} size={16} />
    </ActionIcon>
  </span>
)

const PendingFingerprint = ({ isErased }: { isErased: boolean }) =>
  isErased ? null : <span className={classes.fingerprint}>We’re working out its SHA-256</span>

/** Why a version cannot be removed, and until when its content is there. */
function KeptText({ version, timeZone }: { version: DocumentVersion; timeZone: string }) {
  const { erasedAt, firstOpenedAt, keptUntil } = version
  if (!erasedAt && !firstOpenedAt) return null
  return (
    <span className={classes.quiet}>
      {firstOpenedAt && `First opened by a buyer on ${mediumDate(firstOpenedAt, timeZone)}. `}
      {erasedAt && `Its content was deleted on ${mediumDate(erasedAt, timeZone)}.`}
      {!erasedAt && keptUntil && `We keep it until ${mediumDate(keptUntil, timeZone)}.`}
    </span>
  )
}

async function downloadVersion({ id }: OwnFile, version: number) {
  try {
    await startDownload(() => getDownloadUrl({ data: { id, version } }))
  } catch (error) {
    showAndReportError(error)
  }
}

/** What can be done with the earlier versions of a document. */
function useVersionActions({ id, name }: OwnFile) {
  const queryKey = queryKeys.files.versions(id)
  const restore = useOptimisticMutation<number, unknown>({
    mutationFn: (version) => restoreVersion({ data: { id, version } }),
    queryKey,
    successMessage: (version) => `Version ${version} of ${name} restored. Buyers see it in a moment.`,
    invalidates: [{ queryKey: queryKeys.files.all }, { queryKey: queryKeys.publicListing.all }],
  })
  const remove = useOptimisticMutation<number, unknown>({
    mutationFn: (version) => removeVersion({ data: { id, version } }),
    queryKey,
    updateCache: (queryClient, version) =>
      queryClient.setQueryData<DocumentVersion[]>(queryKey, (versions) =>
        versions?.filter((one) => one.version !== version),
      ),
    successMessage: (version) => `Version ${version} of ${name} removed.`,
    invalidates: [{ queryKey: queryKeys.files.all }],
  })
  return { restore: restore.mutate, remove: remove.mutate, isBusy: restore.isPending }
}

const NoteValues = z.strictObject({ note: VersionNote })

interface VersionNoteFormProps {
  file: OwnFile
  version: DocumentVersion
  onDone: () => void
}

function VersionNoteForm({ file, version: { version, note }, onDone }: VersionNoteFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { note },
    schema: NoteValues,
    submit: (values) => changeVersionNote({ data: { id: file.id, version, ...values } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(versionsQuery(file.id))
      onDone()
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="xs">
        <Textarea
          label={`What changed in version ${version}`}
          autosize
          autoFocus
          minRows={2}
          maxRows={6}
          maxLength={MAX_VERSION_NOTE_LENGTH}
          {...form.valueField('note')}
          onChange={(event) => form.setValue('note', event.currentTarget.value)}
        />
        <FailureAlert error={form.failure} />
        <Group gap="xs">
          <SubmitButton loading={form.isBusy} fullWidth={false} size="xs">
            Save note
          </SubmitButton>
          <Button variant="default" size="xs" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

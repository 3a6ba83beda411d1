import { Menu, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCalendar,
  IconDownload,
  IconEye,
  IconFolderSymlink,
  IconHistory,
  IconLock,
  IconPencil,
  IconReplace,
  IconSignature,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { AcknowledgementDialog } from '#features/disclosure/portal/AcknowledgementDialog.tsx'
import { Day } from '#platform/input/fieldSchemas.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showAndReportError } from '#platform/telemetry/browser/showAndReportError.ts'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { todayIn } from '#ui/format/dates.ts'
import { formatBytes } from '#ui/format/format.ts'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { changeFile, getDownloadUrl } from '../files.functions.ts'
import { MAX_VERSION_NOTE_LENGTH, VersionNote } from '../files.schema.ts'
import type { OwnFile } from '../ownFile.ts'
import { startDownload } from '../reader/documentSource.ts'
import { uploadQueue } from './uploads/UploadQueue.ts'

const VersionsDrawer = lazy(() => import('./VersionsDrawer.tsx'))

export interface FileMenuProps {
  file: OwnFile
  /** The agent's, for the dates of documents. Photos have none. */
  timeZone?: string
  onPreview: () => void
  onRename: () => void
  onMove: () => void
  /** For a document of a listing. */
  onAccess?: () => void
  onArchive: () => void
  onRestore?: () => void
  /** For an archived file, which can be deleted permanently. */
  onDelete?: () => void
  /** For a photo that is not the cover yet. */
  onCover?: () => void
  className?: string
}

export function FileMenu({ file, timeZone, className, ...actions }: FileMenuProps) {
  const { onPreview, onRename, onMove, onAccess, onArchive, onRestore, onDelete, onCover } = actions
  const [isAsking, setAsking] = useState(false)
  const isArchived = file.state === 'archived' || file.state === 'deleted'
  const isDocument = file.type === 'file' && timeZone !== undefined
  const [shown, setShown] = useState<'issue date' | 'versions' | File>()
  const close = () => setShown(undefined)
  const replace = () =>
    chooseReplacement(file, (contents) => (isDocument ? setShown(contents) : uploadReplacement(file, contents)))
  return (
    <>
      {/* Returning the focus to the menu would end a rename at once. */}
      <ActionsMenu itemName={file.name} className={className} returnFocus={false}>
        <Menu.Item leftSection={<IconEye {...icon} />} onClick={onPreview}>
          Preview
        </Menu.Item>
        {onCover && (
          <Menu.Item leftSection={<IconStar {...icon} />} onClick={onCover}>
            Set as cover
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
          Rename
        </Menu.Item>
        {!isArchived && (
          <Menu.Item leftSection={<IconReplace {...icon} />} onClick={replace}>
            Replace
          </Menu.Item>
        )}
        {isDocument && (
          <>
            <Menu.Item leftSection={<IconCalendar {...icon} />} onClick={() => setShown('issue date')}>
              Issue date…
            </Menu.Item>
            <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => setShown('versions')}>
              Versions
            </Menu.Item>
          </>
        )}
        {!isArchived && onAccess && (
          <Menu.Item leftSection={<IconLock {...icon} />} onClick={onAccess}>
            Access…
          </Menu.Item>
        )}
        {!isArchived && file.type === 'file' && (
          <Menu.Item leftSection={<IconSignature {...icon} />} onClick={() => setAsking(true)}>
            {file.acknowledgement ? 'Change confirmation…' : 'Ask for confirmation…'}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconFolderSymlink {...icon} />} onClick={onMove}>
          Move…
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void downloadFile(file)}>
          Download
        </Menu.Item>
        <Menu.Divider />
        {isArchived && onRestore ? (
          <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={onRestore}>
            Restore
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArchive {...icon} />} onClick={onArchive}>
            Archive
          </Menu.Item>
        )}
        {file.state === 'archived' && onDelete && (
          <Menu.Item color="red.9" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
            Delete permanently
          </Menu.Item>
        )}
      </ActionsMenu>
      {file.type === 'file' && (
        <AcknowledgementDialog document={file} opened={isAsking} onClose={() => setAsking(false)} />
      )}
      {shown instanceof File && <ReplaceDialog file={file} contents={shown} onClose={close} />}
      {isDocument && shown === 'issue date' && <IssueDateDialog file={file} timeZone={timeZone} onClose={close} />}
      {isDocument && shown === 'versions' && (
        <Suspense>
          <VersionsDrawer file={file} timeZone={timeZone} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Downloads a file, and reports a failure in a toast. */
async function downloadFile({ id }: OwnFile) {
  try {
    await startDownload(() => getDownloadUrl({ data: { id } }))
  } catch (error) {
    showAndReportError(error)
  }
}

/** Lets the agent choose new contents for a file. */
function chooseReplacement({ type }: OwnFile, onChosen: (contents: File) => void) {
  const input = document.createElement('input')
  input.type = 'file'
  if (type === 'image') input.accept = 'image/*'
  input.onchange = () => {
    const chosen = input.files?.[0]
    if (chosen) onChosen(chosen)
  }
  input.click()
}

/** Uploads new contents. The file's name, position and link stay. */
const uploadReplacement = ({ id }: OwnFile, contents: File, note = '') =>
  uploadQueue.add([{ file: contents }], { replaces: id, note })

const ReplacementValues = z.strictObject({ note: VersionNote })

interface ReplaceDialogProps {
  file: OwnFile
  /** What the agent has chosen. */
  contents: File
  onClose: () => void
}

/** Asks what changed before a document is replaced. The earlier version is kept. */
const ReplaceDialog = (props: ReplaceDialogProps) => (
  <Dialog opened onClose={props.onClose} title={`Replace ${props.file.name}`}>
    <ReplaceForm {...props} />
  </Dialog>
)

function ReplaceForm({ file, contents, onClose }: ReplaceDialogProps) {
  const form = useForm({
    initialValues: { note: '' },
    schema: ReplacementValues,
    submit: async ({ note }) => uploadReplacement(file, contents, note.trim()),
    onSuccess: onClose,
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <Text size="sm">
          Buyers get <bdi>{contents.name}</bdi> ({formatBytes(contents.size)}) under the same link. You keep the earlier
          version.
        </Text>
        <Textarea
          label="What changed? (optional)"
          description="Kept in the document’s history. You can change it later."
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_VERSION_NOTE_LENGTH}
          {...form.valueField('note')}
          onChange={(event) => form.setValue('note', event.currentTarget.value)}
        />
        <DialogFooter label="Replace document" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

const IssueDateValues = z.strictObject({ issuedOn: z.union([z.literal(''), Day], 'Please enter a date') })

interface IssueDateDialogProps {
  file: OwnFile
  timeZone: string
  onClose: () => void
}

/** The date on a document, such as the day of the inspection. */
const IssueDateDialog = (props: IssueDateDialogProps) => (
  <Dialog opened onClose={props.onClose} title={`Issue date of ${props.file.name}`}>
    <IssueDateForm {...props} />
  </Dialog>
)

function IssueDateForm({ file, timeZone, onClose }: IssueDateDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { issuedOn: file.issuedOn ?? file.suggestedIssuedOn ?? '' },
    schema: IssueDateValues,
    submit: ({ issuedOn }) => changeFile({ data: { id: file.id, issuedOn: issuedOn || null } }),
    onSuccess: async () => {
      await Promise.all(
        [queryKeys.files.all, queryKeys.publicListing.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      onClose()
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <TextInput
          label="Date on the document"
          description="Buyers see it in the list. Leave it empty if the document has no date."
          type="date"
          max={todayIn(timeZone)}
          {...form.textField('issuedOn')}
        />
        <DialogFooter label="Save date" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

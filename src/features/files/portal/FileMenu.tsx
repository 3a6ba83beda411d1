import { Menu } from '@mantine/core'
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
import { lazy, Suspense, useState } from 'react'
import { AcknowledgementDialog } from '#features/disclosure/portal/AcknowledgementDialog.tsx'
import { showAndReportError } from '#platform/browserReporting/showAndReportError.ts'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { icon } from '#ui/theme/theme.ts'
import { getDownloadUrl } from '../files.functions.ts'
import type { OwnFile } from '../ownFile.ts'
import { startDownload } from '../reader/documentSource.ts'
import { chooseReplacement, uploadReplacement } from './uploads/replaceFile.ts'
import { IssueDateDialog } from './versions/IssueDateDialog.tsx'
import { ReplaceDialog } from './versions/ReplaceDialog.tsx'

const VersionsDrawer = lazy(() => import('./versions/VersionsDrawer.tsx'))

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

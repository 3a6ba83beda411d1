import { Button, Checkbox, Loader, UnstyledButton } from '@mantine/core'
import { IconFilePlus, IconFiles, IconLock, IconSortDescending } from '@tabler/icons-react'
import { useState } from 'react'
import { documentDates } from '#features/listings/documentDates.ts'
import { sortDocuments } from '#features/listings/documentTypes.ts'
import type { FindListings } from '#features/listings/portal/ListingSelect.tsx'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { formatBytes, formatCount } from '#ui/format/format.ts'
import pointer from '#ui/pointer.module.css'
import { SortableItem, SortableList } from '#ui/sortable/SortableList.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { UpdateFileInput } from '../../files.schema.ts'
import { datedFile, type OwnFile } from '../../ownFile.ts'
import { DocumentDateNotices } from '../DocumentDateNotices.tsx'
import { DocumentTypeSelect } from '../DocumentTypeSelect.tsx'
import { EditableName } from '../EditableName.tsx'
import { FileMenu } from '../FileMenu.tsx'
import { FileThumbnail } from '../FileThumbnail.tsx'
import { type FindUploadTarget, UploadButton } from '../uploads/UploadButton.tsx'
import type { UploadTarget } from '../uploads/uploadState.ts'
import { DocumentDefaultsDialog, DocumentSettingsDialog, PermissionBadges } from './DocumentAccess.tsx'
import classes from './DocumentsPanel.module.css'
import {
  FilePanelFrame,
  NewListingFilePanel,
  type PanelFileProps,
  renameOnF2,
  useFilePanel,
} from './FilePanelFrame.tsx'

const smallIcon = { ...icon, size: 16 }

interface DocumentsPanelProps {
  listingId: string
  timeZone: string
  /** The agent's own limits for the age of documents, by type. */
  validityDays: Record<string, number>
  findListings: FindListings
}

/** The documents of a listing, in the order that buyers see. */
export function DocumentsPanel({ listingId, timeZone, validityDays, findListings }: DocumentsPanelProps) {
  const panel = useFilePanel(listingId, 'file')
  const { files, order, actions } = panel
  const ids = files.map(({ id }) => id)
  const suggested = sortDocuments(files.map((file) => ({ ...file, kind: file.kind ?? 'other' }))).map(({ id }) => id)
  const isSuggested = suggested.join() === ids.join()
  const [areDefaultsOpen, setDefaultsOpen] = useState(false)
  const [restricted, setRestricted] = useState<OwnFile>()
  return (
    <FilePanelFrame
      title="Documents"
      about={files.length > 0 ? 'We’ve named and sorted these for you. Click to change.' : aboutDocuments}
      panel={panel}
      listingId={listingId}
      findListings={findListings}
      action={
        <>
          {files.length > 1 && !isSuggested && (
            <Button
              variant="subtle"
              color="gray.7"
              size="xs"
              leftSection={<IconSortDescending {...smallIcon} />}
              title="Puts what buyers read first at the top"
              onClick={() => order(suggested)}
            >
              Suggested order
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray.7"
            size="xs"
            leftSection={<IconLock {...smallIcon} />}
            title="Who can open the documents, and download them"
            onClick={() => setDefaultsOpen(true)}
          >
            Access
          </Button>
          <AddDocumentsButton place={{ listingId }} />
        </>
      }
      empty={noDocuments}
      dialogs={
        <>
          <DocumentDefaultsDialog
            listingId={listingId}
            opened={areDefaultsOpen}
            onClose={() => setDefaultsOpen(false)}
          />
          <DocumentSettingsDialog file={restricted} onClose={() => setRestricted(undefined)} />
        </>
      }
    >
      <SortableList items={files} shape="rows" label="Documents" className={classes.rows} onOrder={order}>
        {files.map((file) => (
          <DocumentRow
            key={file.id}
            {...panel.propsOf(file)}
            timeZone={timeZone}
            validityDays={validityDays}
            onChange={actions.change}
            onRetry={() => actions.retry(file)}
            onAccess={() => setRestricted(file)}
          />
        ))}
      </SortableList>
    </FilePanelFrame>
  )
}

const aboutDocuments = (
  <>
    <span className={pointer.mouse}>Drop them anywhere on this page.</span> We name and sort them for you.
  </>
)

const noDocuments = (
  <>
    <IconFiles {...icon} size={28} />
    <span>No documents yet. Add the title, LIM and building report.</span>
  </>
)

/** The same section before there is a listing. */
export const NewDocumentsPanel = ({ findTarget }: { findTarget: FindUploadTarget }) => (
  <NewListingFilePanel title="Documents" about={aboutDocuments} action={<AddDocumentsButton place={findTarget} />}>
    {noDocuments}
  </NewListingFilePanel>
)

const AddDocumentsButton = ({ place }: { place: UploadTarget | FindUploadTarget }) => (
  <UploadButton label="Add documents" place={place} leftSection={<IconFilePlus {...smallIcon} />} />
)

interface DocumentRowProps extends PanelFileProps {
  timeZone: string
  validityDays: Record<string, number>
  onChange: (change: UpdateFileInput) => void
  onRetry: () => void
  onAccess: () => void
}

function DocumentRow({ timeZone, validityDays, onChange, onRetry, ...props }: DocumentRowProps) {
  const { file, isSelected, onToggle, renaming, onRenaming, onRename, onPreview } = props
  return (
    <SortableItem item={file} className={classes.row} isSelected={isSelected} onKeyDown={renameOnF2(onRenaming)}>
      {({ handle }) => (
        <>
          {handle}
          <Checkbox size="sm" aria-label={`Select ${file.name}`} checked={isSelected} onChange={onToggle} />
          <UnstyledButton className={classes.open} aria-label={`Preview ${file.name}`} onClick={onPreview}>
            <FileThumbnail file={file} className={classes.thumb} />
          </UnstyledButton>
          <div className={classes.text}>
            <EditableName name={file.name} editing={renaming} onEditing={onRenaming} onRename={onRename} />
            <FileFacts file={file} timeZone={timeZone} onRetry={onRetry} />
            <PermissionBadges file={file} />
            <DocumentDateNotices file={file} timeZone={timeZone} validityDays={validityDays} onChange={onChange} />
          </div>
          <DocumentTypeSelect
            file={file}
            className={classes.kind}
            onDocumentType={(kind) => onChange({ id: file.id, kind })}
          />
          <FileMenu {...props} timeZone={timeZone} onRename={() => onRenaming(true)} className={classes.menu} />
        </>
      )}
    </SortableItem>
  )
}

interface FileFactsProps {
  file: OwnFile
  timeZone: string
  onRetry: () => void
}

/** "62 pages · 18 MB · Issued 10 Feb · added 20 Aug", or what keeps it from being ready. */
function FileFacts({ file, timeZone, onRetry }: FileFactsProps) {
  if (file.state === 'failed')
    return (
      <span className={classes.failed}>
        {file.failure ?? 'We couldn’t prepare this file.'}
        <Button variant="default" size="compact-xs" onClick={onRetry} aria-label={`Try again: ${file.name}`}>
          Try again
        </Button>
      </span>
    )
  const facts = [
    file.state === 'processing' && (
      <span className={classes.busy}>
        <Loader size={12} color="gray.6" aria-hidden="true" /> Preparing
      </span>
    ),
    file.pageCount && formatCount(file.pageCount, 'page'),
    file.size !== null && formatBytes(file.size),
    ...documentDates(datedFile(file), timeZone),
    file.acknowledgement && (file.isAcknowledgementRequired ? 'opens once confirmed' : 'asks for confirmation'),
  ]
  return (
    <span className={classes.facts}>
      <FactsLine facts={facts} />
    </span>
  )
}

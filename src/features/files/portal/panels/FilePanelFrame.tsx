import { Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { FindListings } from '#features/listings/portal/ListingSelect.tsx'
import { formatCount } from '#ui/format/format.ts'
import { SectionBody, SectionCard, SectionError } from '#ui/layout/SectionCard.tsx'
import { SelectionBar, useSelection } from '#ui/table/selection.tsx'
import { listingFilesQuery } from '../../files.functions.ts'
import { byRank, type OwnFile } from '../../ownFile.ts'
import { AgentReader } from '../AgentReader.tsx'
import { MoveFilesDialog } from '../MoveFilesDialog.tsx'
import { expectedFileType, isInProgress, summariseUploads } from '../uploads/uploadState.ts'
import { useUploads } from '../uploads/useUploads.ts'
import { useFileActions, useFileOrder } from '../useFileActions.ts'
import classes from './FilePanelFrame.module.css'

interface FilePanelFrameProps {
  title: 'Photos' | 'Documents'
  about: ReactNode
  panel: FilePanel
  listingId: string
  findListings: FindListings
  /** Buttons beside the heading. */
  action: ReactNode
  /** When there is nothing yet. */
  empty: ReactNode
  dialogs?: ReactNode
  children: ReactNode
}

/** A files section of the editor: heading, list states, running uploads and bulk actions. */
export function FilePanelFrame({
  title,
  about,
  panel,
  listingId,
  findListings,
  action,
  empty,
  dialogs,
  children,
}: FilePanelFrameProps) {
  const { query, files, selection, archive, moving, setMoving, previewed, setPreviewed } = panel
  const noun = title.toLowerCase()
  const heading = files.length > 0 ? `${title} ${files.length}` : title
  return (
    <SectionCard id={noun} title={heading} about={about} action={<div className={classes.action}>{action}</div>}>
      {query.isError && !query.data ? (
        <SectionError what={`the ${noun}`} busy={query.isFetching} onRetry={query.refetch} />
      ) : (
        <SectionBody>
          {query.isPending && <Skeleton h={120} aria-label={`Loading ${noun}`} />}
          {query.data && (files.length > 0 ? children : <div className={classes.empty}>{empty}</div>)}
          <UploadsInProgress listingId={listingId} type={title === 'Photos' ? 'image' : 'file'} />
          <SelectionBar
            label="Selected files"
            count={selection.selected.length}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
            onMove={() => setMoving(selection.selected)}
            onArchive={() => archive(selection.selected)}
          />
        </SectionBody>
      )}
      <AgentReader file={previewed} files={files} onOpen={setPreviewed} />
      <MoveFilesDialog
        files={moving}
        findListings={findListings}
        onClose={() => setMoving([])}
        onMoved={selection.clear}
      />
      {dialogs}
    </SectionCard>
  )
}

type NewFilePanelProps = Pick<FilePanelFrameProps, 'title' | 'about' | 'action' | 'children'>

/** A files section before there is a listing: the first file makes one. */
export const NewListingFilePanel = ({ title, about, action, children }: NewFilePanelProps) => (
  <SectionCard
    id={title.toLowerCase()}
    title={title}
    about={about}
    action={<div className={classes.action}>{action}</div>}
  >
    <SectionBody>
      <div className={classes.empty}>{children}</div>
    </SectionBody>
  </SectionCard>
)

/** Shared by the photos and the documents of a listing. */
export function useFilePanel(listingId: string, type: OwnFile['type']) {
  const query = useQuery(listingFilesQuery(listingId))
  const files = (query.data ?? []).filter((file) => file.type === type).toSorted(byRank)
  const selection = useSelection(files)
  const [previewed, setPreviewed] = useState<OwnFile>()
  const [moving, setMoving] = useState<readonly OwnFile[]>([])
  const [renaming, setRenaming] = useState<string>()
  const actions = useFileActions()
  const order = useFileOrder(listingId)
  const archive = (gone: readonly OwnFile[]) => {
    actions.archive(gone)
    selection.clear()
  }
  /** For the row or tile of one file. */
  const propsOf = (file: OwnFile) => ({
    file,
    isSelected: selection.isSelected(file.id),
    onToggle: () => selection.toggle(file.id),
    renaming: renaming === file.id,
    onRenaming: (on: boolean) => setRenaming(on ? file.id : undefined),
    onRename: (name: string) => actions.change({ id: file.id, name }),
    onPreview: () => setPreviewed(file),
    onMove: () => setMoving([file]),
    onArchive: () => archive([file]),
  })
  return { query, files, selection, actions, order, archive, propsOf, previewed, setPreviewed, moving, setMoving }
}

type FilePanel = ReturnType<typeof useFilePanel>
export type PanelFileProps = ReturnType<FilePanel['propsOf']>

interface UploadsInProgressProps {
  listingId: string
  type: OwnFile['type']
}

/** Uploads that will become files of this section. */
function UploadsInProgress({ listingId, type }: UploadsInProgressProps) {
  const coming = useUploads().filter(
    (upload) => upload.listingId === listingId && isInProgress(upload) && expectedFileType(upload) === type,
  )
  if (coming.length === 0) return null
  const { percent } = summariseUploads(coming)
  const noun = type === 'image' ? 'photo' : 'document'
  return (
    <div className={classes.arriving}>
      <span>{formatCount(coming.length, noun)} uploading</span>
      <Progress value={percent} size={4} flex={1} aria-label={`${noun}s uploading`} />
    </div>
  )
}

/** F2 renames, wherever in the row the focus is. */
export const renameOnF2 = (onRenaming: (on: boolean) => void) => (event: KeyboardEvent) => {
  if (event.key === 'F2') onRenaming(true)
}

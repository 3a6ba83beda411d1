import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FindListings } from '#ui/ListingSelect.tsx'
import { SectionBody, SectionCard } from '#ui/SectionCard.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import { SelectionBar } from '#ui/SelectionBar.tsx'
import { MoveFilesDialog } from '../MoveDialog.tsx'
import { FilePreview } from '../preview/FilePreview.tsx'
import { UploadsInProgress } from '../uploads/Arriving.tsx'
import classes from './PanelFrame.module.css'
import type { FilePanel } from './useFilePanel.ts'

interface FilePanelFrameProps {
  title: 'Photos' | 'Documents'
  about: string
  panel: FilePanel
  listingId: string
  findListings: FindListings
  /** Buttons beside the heading. */
  action: ReactNode
  /** When there is nothing yet. */
  empty: ReactNode
  children: ReactNode
}

/** A section of the editor that holds files: heading, states, what is on its way, and what is done with several. */
export function FilePanelFrame({ title, about, panel, listingId, findListings, action, empty, children }: FilePanelFrameProps) {
  const { query, files, selection, archive, moving, setMoving, previewed, setPreviewed } = panel
  const noun = title.toLowerCase()
  const words = files.length > 0 ? `${title} ${files.length}` : title
  return (
    <SectionCard id={noun} title={words} about={about} action={<div className={classes.action}>{action}</div>}>
      {query.isError && !query.data ? (
        <SectionError what={`The ${noun}`} busy={query.isFetching} onRetry={query.refetch} />
      ) : (
        <SectionBody>
          {query.isPending && <Skeleton h={120} aria-label={`Loading ${noun}`} />}
          {query.data && (files.length > 0 ? children : <div className={classes.empty}>{empty}</div>)}
          <UploadsInProgress listingId={listingId} type={title === 'Photos' ? 'image' : 'file'} />
          <SelectionBar
            label="Selected files"
            count={selection.chosen.length}
            onAll={selection.all}
            onClear={selection.clear}
            onMove={() => setMoving(selection.chosen)}
            onArchive={() => archive(selection.chosen)}
          />
        </SectionBody>
      )}
      <FilePreview file={previewed} onClose={() => setPreviewed(undefined)} />
      <MoveFilesDialog files={moving} findListings={findListings} onClose={() => setMoving([])} onMoved={selection.clear} />
    </SectionCard>
  )
}

import { Button } from '@mantine/core'
import { IconFilePlus, IconFiles, IconSortDescending } from '@tabler/icons-react'
import { sortDocuments } from '#platform/media/documentKinds.ts'
import type { FindListings } from '#ui/ListingSelect.tsx'
import { icon } from '#ui/theme.ts'
import { UploadButton } from '../uploads/ChooseFiles.tsx'
import { DocumentRow } from './DocumentRow.tsx'
import classes from './DocumentsPanel.module.css'
import { FilePanelFrame } from './PanelFrame.tsx'
import { SortableList } from './Sortable.tsx'
import { useFilePanel } from './useFilePanel.ts'

const smallIcon = { ...icon, size: 16 }

interface DocumentsPanelProps {
  listingId: string
  timeZone: string
  findListings: FindListings
}

/** The documents of a listing, in the order that buyers see. */
export function DocumentsPanel({ listingId, timeZone, findListings }: DocumentsPanelProps) {
  const panel = useFilePanel(listingId, 'file')
  const { files, order, deeds } = panel
  const ids = files.map(({ id }) => id)
  const suggested = sortDocuments(files.map((file) => ({ ...file, kind: file.kind ?? 'other' }))).map(({ id }) => id)
  const isSuggested = suggested.join() === ids.join()
  return (
    <FilePanelFrame
      title="Documents"
      about="We’ve named and sorted these for you. Click to change."
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
          <UploadButton label="Add documents" place={{ listingId }} leftSection={<IconFilePlus {...smallIcon} />} />
        </>
      }
      empty={
        <>
          <IconFiles {...icon} size={28} />
          <span>No documents yet. Add the title, LIM and building report.</span>
        </>
      }
    >
      <SortableList files={files} shape="rows" label="Documents" className={classes.rows} onOrder={order}>
        {files.map((file) => (
          <DocumentRow
            key={file.id}
            {...panel.propsOf(file)}
            timeZone={timeZone}
            onKind={(kind) => deeds.change({ id: file.id, kind })}
            onRetry={() => deeds.retry(file)}
          />
        ))}
      </SortableList>
    </FilePanelFrame>
  )
}

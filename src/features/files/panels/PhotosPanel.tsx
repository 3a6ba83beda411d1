import { IconPhoto, IconPhotoPlus } from '@tabler/icons-react'
import type { FindListings } from '#ui/ListingSelect.tsx'
import { icon } from '#ui/theme.ts'
import { UploadButton } from '../uploads/ChooseFiles.tsx'
import { useCoverPhoto } from '../useFileDeeds.ts'
import { FilePanelFrame } from './PanelFrame.tsx'
import classes from './PhotosPanel.module.css'
import { PhotoTile } from './PhotoTile.tsx'
import { SortableList } from './Sortable.tsx'
import { useFilePanel } from './useFilePanel.ts'

interface PhotosPanelProps {
  listingId: string
  coverFileId: string | null
  findListings: FindListings
}

/** The photos of a listing, in the order that buyers see. */
export function PhotosPanel({ listingId, coverFileId, findListings }: PhotosPanelProps) {
  const panel = useFilePanel(listingId, 'image')
  const { choose, cover } = useCoverPhoto(listingId, coverFileId)
  const { files, order, deeds } = panel
  return (
    <FilePanelFrame
      title="Photos"
      about="Drop them anywhere on this page. Drag to change the order."
      panel={panel}
      listingId={listingId}
      findListings={findListings}
      action={
        <UploadButton
          label="Add photos"
          accept="image/*,.heic,.heif"
          place={{ listingId }}
          leftSection={<IconPhotoPlus {...icon} size={16} />}
        />
      }
      empty={
        <>
          <IconPhoto {...icon} size={28} />
          <span>No photos yet. The first one becomes the cover.</span>
        </>
      }
    >
      <SortableList files={files} shape="grid" label="Photos" className={classes.grid} onOrder={order}>
        {files.map((file) => (
          <PhotoTile
            key={file.id}
            {...panel.propsOf(file)}
            isCover={file.id === cover}
            onCover={() => choose(file)}
            onRetry={() => deeds.retry(file)}
          />
        ))}
      </SortableList>
    </FilePanelFrame>
  )
}

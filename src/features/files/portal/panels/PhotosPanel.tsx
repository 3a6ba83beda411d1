import { Button, Checkbox } from '@mantine/core'
import { IconPhoto, IconPhotoPlus, IconStarFilled } from '@tabler/icons-react'
import type { FindListings } from '#features/listings/portal/ListingSelect.tsx'
import pointer from '#ui/pointer.module.css'
import { SortableItem, SortableList } from '#ui/sortable/SortableList.tsx'
import { icon } from '#ui/theme/theme.ts'
import { EditableName } from '../EditableName.tsx'
import { FileMenu } from '../FileMenu.tsx'
import { FileThumbnail } from '../FileThumbnail.tsx'
import { type FindUploadTarget, UploadButton } from '../uploads/UploadButton.tsx'
import type { UploadTarget } from '../uploads/uploadState.ts'
import { useCoverPhoto } from '../useFileActions.ts'
import {
  FilePanelFrame,
  NewListingFilePanel,
  type PanelFileProps,
  renameOnF2,
  useFilePanel,
} from './FilePanelFrame.tsx'
import classes from './PhotosPanel.module.css'

interface PhotosPanelProps {
  listingId: string
  coverFileId: string | null
  findListings: FindListings
}

/** The photos of a listing, in the order that buyers see. */
export function PhotosPanel({ listingId, coverFileId, findListings }: PhotosPanelProps) {
  const panel = useFilePanel(listingId, 'image')
  const { choose, cover } = useCoverPhoto(listingId, coverFileId)
  const { files, order, actions } = panel
  return (
    <FilePanelFrame
      title="Photos"
      about={aboutPhotos}
      panel={panel}
      listingId={listingId}
      findListings={findListings}
      action={<AddPhotosButton place={{ listingId }} />}
      empty={noPhotos}
    >
      <SortableList items={files} shape="grid" label="Photos" className={classes.grid} onOrder={order}>
        {files.map((file) => (
          <PhotoTile
            key={file.id}
            {...panel.propsOf(file)}
            isCover={file.id === cover}
            onCover={() => choose(file)}
            onRetry={() => actions.retry(file)}
          />
        ))}
      </SortableList>
    </FilePanelFrame>
  )
}

const aboutPhotos = (
  <>
    <span className={pointer.mouse}>Drop them anywhere on this page.</span> Drag to change the order.
  </>
)

const noPhotos = (
  <>
    <IconPhoto {...icon} size={28} />
    <span>No photos yet. The first one becomes the cover.</span>
  </>
)

/** The same section before there is a listing. */
export const NewPhotosPanel = ({ findTarget }: { findTarget: FindUploadTarget }) => (
  <NewListingFilePanel title="Photos" about={aboutPhotos} action={<AddPhotosButton place={findTarget} />}>
    {noPhotos}
  </NewListingFilePanel>
)

const AddPhotosButton = ({ place }: { place: UploadTarget | FindUploadTarget }) => (
  <UploadButton
    label="Add photos"
    accept="image/*,.heic,.heif"
    place={place}
    leftSection={<IconPhotoPlus {...icon} size={16} />}
  />
)

interface PhotoTileProps extends PanelFileProps {
  isCover: boolean
  onCover: () => void
  onRetry: () => void
}

function PhotoTile({ isCover, onCover, onRetry, ...props }: PhotoTileProps) {
  const { file, isSelected, onToggle, renaming, onRenaming, onRename } = props
  return (
    <SortableItem item={file} className={classes.tile} isSelected={isSelected} onKeyDown={renameOnF2(onRenaming)}>
      {({ handle, surface }) => (
        <>
          <div className={classes.picture} {...surface}>
            <FileThumbnail file={file} className={classes.thumb} />
            {file.state === 'processing' && <span className={classes.busy}>Preparing</span>}
            {file.state === 'failed' && (
              <span className={classes.failed}>
                <span>{file.failure ?? 'We couldn’t prepare this photo.'}</span>
                <Button size="compact-xs" variant="default" onClick={onRetry} aria-label={`Try again: ${file.name}`}>
                  Try again
                </Button>
              </span>
            )}
            {isCover && (
              <span className={classes.cover}>
                <IconStarFilled size={12} />
                Cover
              </span>
            )}
            <Checkbox
              className={classes.check}
              size="sm"
              aria-label={`Select ${file.name}`}
              checked={isSelected}
              onChange={onToggle}
            />
            <span className={classes.grip}>{handle}</span>
          </div>
          <div className={classes.caption}>
            <div className={classes.name}>
              <EditableName name={file.name} editing={renaming} onEditing={onRenaming} onRename={onRename} />
            </div>
            <FileMenu {...props} onRename={() => onRenaming(true)} onCover={isCover ? undefined : onCover} />
          </div>
        </>
      )}
    </SortableItem>
  )
}

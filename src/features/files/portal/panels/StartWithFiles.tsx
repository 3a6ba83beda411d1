import { IconFolderUp, IconUpload } from '@tabler/icons-react'
import pointer from '#ui/pointer.module.css'
import { icon } from '#ui/theme/theme.ts'
import { type FindUploadTarget, UploadButton } from '../uploads/UploadButton.tsx'
import { isInProgress } from '../uploads/uploadState.ts'
import { useUploads } from '../uploads/useUploads.ts'
import classes from './StartWithFiles.module.css'

interface StartWithFilesProps {
  /** Missing until there is a listing. */
  listingId?: string
  findTarget: FindUploadTarget
}

/** On top of a listing without files: the quickest way to begin is to drop everything at once. */
export function StartWithFiles({ listingId, findTarget }: StartWithFilesProps) {
  const isUploading = useUploads().some((upload) => upload.listingId === listingId && isInProgress(upload))
  if (listingId && isUploading) return null
  return (
    <section className={classes.start} aria-label="Start with the files">
      <p className={classes.text}>
        <strong>Got the photos and documents?</strong>{' '}
        <span className={pointer.mouse}>Drop them anywhere on this page, or a whole folder.</span>
        <span className={pointer.touch}>Choose them all at once.</span> We sort and name them for you.
      </p>
      <div className={classes.buttons}>
        <UploadButton label="Choose files" place={findTarget} leftSection={<IconUpload {...icon} size={16} />} />
        {/* Phones have no folders to choose. */}
        <span className={pointer.mouse}>
          <UploadButton
            label="Choose folder"
            place={findTarget}
            isForFolder
            leftSection={<IconFolderUp {...icon} size={16} />}
          />
        </span>
      </div>
    </section>
  )
}

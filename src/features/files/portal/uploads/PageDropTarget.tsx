import { IconFiles, IconPhoto } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { icon } from '#ui/theme/theme.ts'
import { readDroppedFiles } from './droppedFiles.ts'
import classes from './PageDropTarget.module.css'
import type { FindUploadTarget } from './UploadButton.tsx'
import { uploadQueue } from './UploadQueue.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Makes the whole page a drop target for files and folders. Buttons do the same. */
export function PageDropTarget({ findTarget = noListing }: { findTarget?: FindUploadTarget }) {
  const [isOver, setOver] = useState(false)
  const addDropped = useEffectEvent(async (dropped: DataTransfer) => {
    const { files, folderName } = await readDroppedFiles(dropped)
    if (files.length > 0) uploadQueue.add(files, await findTarget(folderName))
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Moving over another element of the page also fires this event.
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.stopPropagation()
      void addDropped(event.dataTransfer)
    }
    const early = { capture: true }
    window.addEventListener('dragover', over, early)
    window.addEventListener('dragleave', leave, early)
    window.addEventListener('drop', drop, early)
    return () => {
      window.removeEventListener('dragover', over, early)
      window.removeEventListener('dragleave', leave, early)
      window.removeEventListener('drop', drop, early)
    }
  }, [])
  if (!isOver) return null
  return (
    <div className={classes.cover} aria-hidden="true">
      <div className={classes.places}>
        <div className={classes.place}>
          <IconPhoto {...icon} size={28} />
          <strong>Photos</strong>
          <span>JPEG, PNG, WebP, HEIC</span>
        </div>
        <div className={classes.place}>
          <IconFiles {...icon} size={28} />
          <strong>Documents</strong>
          <span>PDF, Office, text, video</span>
        </div>
        <p className={classes.text}>Drop files or folders anywhere. We sort them into the right section.</p>
      </div>
    </div>
  )
}

/** Files that are not part of a listing. */
const noListing: FindUploadTarget = async () => ({})

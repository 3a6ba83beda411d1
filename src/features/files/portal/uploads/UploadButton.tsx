import { Button, type ButtonProps, FileButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { sortByName } from './droppedFiles.ts'
import { uploadQueue } from './UploadQueue.ts'
import type { UploadTarget } from './upload.ts'

interface UploadButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection'> {
  label: ReactNode
  accessibleLabel?: string
  place: UploadTarget
  accept?: string
  multiple?: boolean
}

/** Opens the browser's file dialog and uploads the chosen files. */
export function UploadButton({ label, accessibleLabel, place, accept, multiple = true, ...look }: UploadButtonProps) {
  const choose = (chosen: File | File[] | null) => {
    const files = chosen ? [chosen].flat() : []
    uploadQueue.add(sortByName(files.map((file) => ({ file }))), place)
  }
  return (
    <FileButton onChange={choose} accept={accept} multiple={multiple}>
      {({ onClick }) => (
        <Button variant="default" size="xs" {...look} onClick={onClick} aria-label={accessibleLabel}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}

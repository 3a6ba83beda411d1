import { Button, type ButtonProps, FileButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { inOrder } from './foundFiles.ts'
import { uploads } from './UploadQueue.ts'
import type { Place } from './uploadWords.ts'

interface ChooseFilesProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection'> {
  label: ReactNode
  accessibleLabel?: string
  place: Place
  accept?: string
  multiple?: boolean
}

/** Opens the browser's own choice of files, and uploads them. */
export function ChooseFiles({ label, accessibleLabel, place, accept, multiple = true, ...look }: ChooseFilesProps) {
  const choose = (chosen: File | File[] | null) => {
    const files = chosen ? [chosen].flat() : []
    uploads.add(inOrder(files.map((file) => ({ file }))), place)
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

import { Button, type ButtonProps, FileButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { readChosenFiles } from './droppedFiles.ts'
import { uploadQueue } from './UploadQueue.ts'
import type { UploadTarget } from './uploadState.ts'

declare module 'react' {
  interface InputHTMLAttributes<T> {
    webkitdirectory?: string
  }
}

/** Where files go, if that has to be made first. `folderName`: of the folder that they all came from. */
export type FindUploadTarget = (folderName?: string) => Promise<UploadTarget>

interface UploadButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection'> {
  label: ReactNode
  accessibleLabel?: string
  place: UploadTarget | FindUploadTarget
  accept?: string
  multiple?: boolean
  /** Chooses all files of a folder. */
  isForFolder?: boolean
}

/** Opens the browser's file dialog and uploads the chosen files. */
export function UploadButton(props: UploadButtonProps) {
  const { label, accessibleLabel, place, accept, multiple = true, isForFolder, ...look } = props
  const choose = async (chosen: File | File[] | null) => {
    const { files, folderName } = readChosenFiles(chosen ? [chosen].flat() : [])
    if (files.length > 0) uploadQueue.add(files, typeof place === 'function' ? await place(folderName) : place)
  }
  return (
    <FileButton
      onChange={(chosen) => void choose(chosen)}
      accept={accept}
      multiple={multiple}
      inputProps={isForFolder ? folderAttributes : undefined}
    >
      {({ onClick }) => (
        <Button variant="default" size="xs" {...look} onClick={onClick} aria-label={accessibleLabel}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}

/** Every browser on a computer knows it. Phones choose single files instead. */
const folderAttributes = { webkitdirectory: '' }

import type { OwnFile } from '../../ownFile.ts'
import { uploadQueue } from './UploadQueue.ts'

/** Lets the agent choose new contents for a file, and uploads them. Its name, position and link stay. */
export function replaceFile({ id, type }: OwnFile) {
  const input = document.createElement('input')
  input.type = 'file'
  if (type === 'image') input.accept = 'image/*'
  input.onchange = () =>
    uploadQueue.add(
      Array.from(input.files ?? [], (file) => ({ file })),
      { replaces: id },
    )
  input.click()
}

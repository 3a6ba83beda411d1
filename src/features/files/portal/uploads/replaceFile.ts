import type { OwnFile } from '../../ownFile.ts'
import { uploadQueue } from './UploadQueue.ts'

/** Lets the agent choose new contents for a file. */
export function chooseReplacement({ type }: OwnFile, onChosen: (contents: File) => void) {
  const input = document.createElement('input')
  input.type = 'file'
  if (type === 'image') input.accept = 'image/*'
  input.onchange = () => {
    const chosen = input.files?.[0]
    if (chosen) onChosen(chosen)
  }
  input.click()
}

/** Uploads new contents. The file's name, position and link stay. */
export const uploadReplacement = ({ id }: OwnFile, contents: File, note = '') =>
  uploadQueue.add([{ file: contents }], { replaces: id, note })

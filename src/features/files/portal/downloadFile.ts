import { reportError } from '#platform/reporting/reportError.ts'
import type { OwnFile } from '../describeFile.ts'
import { getDownloadUrl } from '../files.functions.ts'
import { startDownload } from '../reader/documentSource.ts'
import { uploadQueue } from './uploads/UploadQueue.ts'

/** Downloads a file, and reports a failure in a toast. */
export async function downloadFile({ id }: OwnFile) {
  try {
    await startDownload(() => getDownloadUrl({ data: { id } }))
  } catch (error) {
    reportError(error)
  }
}

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

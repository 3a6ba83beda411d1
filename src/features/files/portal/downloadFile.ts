import { reportError } from '#platform/reporting/reportError.ts'
import type { OwnFile } from '../describeFile.ts'
import { getDownloadUrl } from '../files.functions.ts'
import { uploads } from './uploads/UploadQueue.ts'

/** Downloads a file. The address is asked for at the last moment, because it is good for minutes only. */
export async function startDownload({ id }: Pick<OwnFile, 'id'>) {
  const { url } = await getDownloadUrl({ data: { id } })
  const link = document.createElement('a')
  link.href = url
  // A download leaves the page where it is, whatever is being uploaded.
  link.download = ''
  link.click()
}

/** Downloads a file, and reports a failure beside the page. */
export async function downloadFile(file: OwnFile) {
  try {
    await startDownload(file)
  } catch (error) {
    reportError(error)
  }
}

/** Asks for another content of the same file, and uploads it. Its name, place and link stay. */
export function replaceFile({ id, type }: OwnFile) {
  const input = document.createElement('input')
  input.type = 'file'
  if (type === 'image') input.accept = 'image/*'
  input.onchange = () =>
    uploads.add(
      Array.from(input.files ?? [], (file) => ({ file })),
      { replaces: id },
    )
  input.click()
}

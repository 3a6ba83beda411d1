import { reportError } from '#platform/browserReporting/reportError.ts'
import type { OwnFile } from '../describeFile.ts'
import { getDownloadUrl } from '../files.functions.ts'
import { startDownload } from '../reader/documentSource.ts'

/** Downloads a file, and reports a failure in a toast. */
export async function downloadFile({ id }: OwnFile) {
  try {
    await startDownload(() => getDownloadUrl({ data: { id } }))
  } catch (error) {
    reportError(error)
  }
}

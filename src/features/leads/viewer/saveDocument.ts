import { reportError } from '#platform/reporting/reportError.ts'
import { openDocument } from '../gate.functions.ts'
import type { Reading } from './reading.ts'

/** The address is asked for at the last moment, because it is good for minutes only. */
export async function saveDocument({ listingId, document: { id } }: Pick<Reading, 'listingId' | 'document'>) {
  try {
    const { url } = await openDocument({ data: { listingId, fileId: id } })
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  } catch (error) {
    reportError(error)
  }
}

import { openDocument } from '../gate.functions.ts'

/** The address is asked for at the last moment, because it is good for minutes only. */
export async function downloadDocument(listingId: string, fileId: string) {
  const { url } = await openDocument({ data: { listingId, fileId } })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

import type { ListedDocument } from '../leads.ts'

export interface DocumentViewerProps {
  listingId: string
  documents: readonly ListedDocument[]
  /** Which of them is open. */
  fileId: string
  onOpen: (fileId: string) => void
  onClose: () => void
}

/** Documents, read in the page. */
export default function DocumentViewer({ documents, fileId }: DocumentViewerProps) {
  return <p>{documents.find(({ id }) => id === fileId)?.name}</p>
}

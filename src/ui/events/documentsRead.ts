import { counted, written } from '../amounts.ts'

interface DocumentsRead {
  openedFiles: number
  downloadedFiles: number
}

/** "Opened 2 documents, downloaded 7", "Downloaded 1 document", "Nothing opened" */
export function documentsRead({ openedFiles, downloadedFiles }: DocumentsRead) {
  if (openedFiles === 0)
    return downloadedFiles === 0 ? 'Nothing opened' : `Downloaded ${counted(downloadedFiles, 'document')}`
  const opened = `Opened ${counted(openedFiles, 'document')}`
  return downloadedFiles === 0 ? opened : `${opened}, downloaded ${written(downloadedFiles)}`
}

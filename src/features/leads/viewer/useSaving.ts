import { useState } from 'react'
import { failureMessage } from '#ui/failureSentence.ts'

/** Toasts lie under the viewer, so it says itself what went wrong. */
export function useDocumentDownload(fileId: string, startDownload: () => Promise<void>) {
  const [failed, setFailed] = useState<{ fileId: string; sentence: string }>()
  const save = () => {
    setFailed(undefined)
    startDownload().catch((error) => setFailed({ fileId, sentence: failureMessage(error) }))
  }
  return { save, failure: failed?.fileId === fileId ? failed.sentence : undefined }
}

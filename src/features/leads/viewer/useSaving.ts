import { useState } from 'react'
import { failureSentence } from '#ui/failureSentence.ts'
import { saveDocument } from './saveDocument.ts'

/** Toasts lie under the viewer, so it says itself what went wrong. */
export function useSaving(listingId: string, fileId: string) {
  const [failed, setFailed] = useState<{ fileId: string; sentence: string }>()
  const save = () => {
    setFailed(undefined)
    saveDocument(listingId, fileId).catch((error) => setFailed({ fileId, sentence: failureSentence(error) }))
  }
  return { save, failure: failed?.fileId === fileId ? failed.sentence : undefined }
}

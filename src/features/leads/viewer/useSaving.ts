import { useState } from 'react'
import { failureSentence } from '#ui/failureSentence.ts'

/** Toasts lie under the viewer, so it says itself what went wrong. */
export function useSaving(fileId: string, startDownload: () => Promise<void>) {
  const [failed, setFailed] = useState<{ fileId: string; sentence: string }>()
  const save = () => {
    setFailed(undefined)
    startDownload().catch((error) => setFailed({ fileId, sentence: failureSentence(error) }))
  }
  return { save, failure: failed?.fileId === fileId ? failed.sentence : undefined }
}

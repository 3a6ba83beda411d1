import { useEffect, useState } from 'react'
import { failureMessage } from '#ui/feedback/failureMessage.ts'

/** Shorter than an address is good for: not every storage says clearly why it refuses. */
const URL_FRESH_MS = 9 * 60_000

/** Where a document's bytes are. An address lives for minutes, and a reading may last an hour. */
export interface DocumentSource {
  current(): Promise<string>
  /** Another in place of one that was refused. */
  renew(refused: string): Promise<string>
}

/** `issue` asks the server for an address of the document. */
export function createDocumentSource(issue: () => Promise<{ url: string }>): DocumentSource {
  let known: Promise<string> | undefined
  let since = 0
  const ask = () => {
    const asked = issue().then(({ url }) => url)
    asked.catch(() => {
      if (known === asked) known = undefined
    })
    known = asked
    since = Date.now()
    return asked
  }
  const current = () => (known && Date.now() - since < URL_FRESH_MS ? known : ask())
  return {
    current,
    async renew(refused) {
      // Many requests may be refused at once; the first of them brings the address for all.
      return (await current()) === refused ? ask() : current()
    },
  }
}

/** Fetches from wherever the document is now. */
export async function fetchDocument(address: DocumentSource, init: RequestInit) {
  const url = await address.current()
  const answer = await fetch(url, init)
  return answer.status === 403 ? fetch(await address.renew(url), init) : answer
}

/** For what the browser loads itself. It hears of an address that has expired only as a failure, so one is worth another try. */
export function useDocumentUrl(address: DocumentSource) {
  const [url, setUrl] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isRenewed, setRenewed] = useState(false)
  useEffect(() => {
    address.current().then(setUrl, setError)
  }, [address])
  const onError = () => {
    if (isRenewed || !url) return setError(new Error('The browser couldn’t show it.'))
    setRenewed(true)
    address.renew(url).then(setUrl, setError)
  }
  return { url, error, onError }
}

/** Toasts lie under the viewer, so it says itself what went wrong. */
export function useDocumentDownload(fileId: string, startDownload: () => Promise<void>) {
  const [failed, setFailed] = useState<{ fileId: string; sentence: string }>()
  const save = () => {
    setFailed(undefined)
    startDownload().catch((error) => setFailed({ fileId, sentence: failureMessage(error) }))
  }
  return { save, failure: failed?.fileId === fileId ? failed.sentence : undefined }
}

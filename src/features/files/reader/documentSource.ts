import { useEffect, useState } from 'react'

/** Shorter than a URL is valid: not every storage says clearly why it refuses a request. */
const URL_FRESH_MS = 9 * 60_000

/** The current URL of a document's contents. A URL is valid for minutes, and a document may be open for an hour. */
export interface DocumentSource {
  current(): Promise<string>
  /** A new URL in place of one that was refused. */
  renew(refused: string): Promise<string>
}

/** The document has other contents than those that are open. The reader starts again with them. */
export class DocumentReplacedError extends Error {}

/** `getUrl` asks the server for a new URL. */
export function createDocumentSource(getUrl: () => Promise<{ url: string }>): DocumentSource {
  let known: Promise<string> | undefined
  let since = 0
  const request = () => {
    const requested = getUrl().then(({ url }) => url)
    requested.catch(() => {
      if (known === requested) known = undefined
    })
    known = requested
    since = Date.now()
    return requested
  }
  const current = () => (known && Date.now() - since < URL_FRESH_MS ? known : request())
  return {
    current,
    async renew(refused) {
      // Many requests may be refused at once; the first of them gets the new URL for all.
      return (await current()) === refused ? request() : current()
    },
  }
}

/** Fetches a document, with a new URL if the current one has expired. */
export async function fetchDocument(source: DocumentSource, init: RequestInit) {
  const url = await source.current()
  const response = await fetch(url, init)
  return response.status === 403 ? fetch(await source.renew(url), init) : response
}

/** For what the browser loads by itself. An expired URL is only reported as a failure, so one failure is worth another try. */
export function useDocumentUrl(source: DocumentSource) {
  const [url, setUrl] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isRenewed, setRenewed] = useState(false)
  useEffect(() => {
    source.current().then(setUrl, setError)
  }, [source])
  const fail = () => setError(new Error('The browser couldn’t show it.'))
  const onError = () => {
    if (isRenewed || !url) return fail()
    setRenewed(true)
    // The same URL again would not be loaded again.
    source.renew(url).then((renewed) => (renewed === url ? fail() : setUrl(renewed)), setError)
  }
  return { url, error, onError }
}

/** Starts a download. Its URL is requested at the last moment, because it expires within minutes. */
export async function startDownload(getUrl: () => Promise<{ url: string }>) {
  const { url } = await getUrl()
  const link = document.createElement('a')
  link.href = url
  // A download leaves the page open, whatever is being uploaded.
  link.download = ''
  link.click()
}

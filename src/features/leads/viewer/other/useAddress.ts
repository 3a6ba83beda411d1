import { useEffect, useState } from 'react'
import type { DocumentSource } from '../address.ts'

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

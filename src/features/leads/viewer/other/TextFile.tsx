import { useEffect, useState } from 'react'
import { formatBytes } from '#ui/bytes.ts'
import { fetchDocument } from '../address.ts'
import { ReaderFrame } from '../Frame.tsx'
import { ReaderLoading, ReaderError } from '../Notice.tsx'
import type { OpenedDocument } from '../reading.ts'
import classes from './Other.module.css'

interface TextDocumentProps {
  reading: OpenedDocument
  onRetry: () => void
}

/** More than anybody reads on a screen. */
const MAX_TEXT_BYTES = 1_000_000

export function TextDocument({ reading, onRetry }: TextDocumentProps) {
  const { address, document } = reading
  const [text, setText] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const end = new AbortController()
    const read = async () => {
      const answer = await fetchDocument(address, { headers: { range: `bytes=0-${MAX_TEXT_BYTES - 1}` }, signal: end.signal })
      // Nothing has no first byte.
      if (!answer.ok && answer.status !== 416) throw new Error(`The text was answered with ${answer.status}.`)
      setText(answer.ok ? await answer.text() : '')
    }
    read().catch((reason) => {
      if (!end.signal.aborted) setError(reason)
    })
    return () => end.abort()
  }, [address])
  return (
    <ReaderFrame reading={reading} place={document.size > MAX_TEXT_BYTES && `The first ${formatBytes(MAX_TEXT_BYTES)}`}>
      {error !== undefined ? (
        <ReaderError reading={reading} error={error} onRetry={onRetry} />
      ) : text === undefined ? (
        <ReaderLoading label="Opening the text" />
      ) : (
        <textarea dir="auto" className={classes.text} readOnly aria-label={document.name} value={text} />
      )}
    </ReaderFrame>
  )
}

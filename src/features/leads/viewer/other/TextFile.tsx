import { useEffect, useState } from 'react'
import { writtenBytes } from '#ui/bytes.ts'
import { fetchFrom } from '../address.ts'
import { Frame } from '../Frame.tsx'
import { Loading, Trouble } from '../Notice.tsx'
import type { Reading } from '../reading.ts'
import classes from './Other.module.css'

interface TextFileProps {
  reading: Reading
  onRetry: () => void
}

/** More than anybody reads on a screen. */
const MOST = 1_000_000

export function TextFile({ reading, onRetry }: TextFileProps) {
  const { address, document } = reading
  const [text, setText] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const end = new AbortController()
    const read = async () => {
      const answer = await fetchFrom(address, { headers: { range: `bytes=0-${MOST - 1}` }, signal: end.signal })
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
    <Frame reading={reading} place={document.size > MOST && `The first ${writtenBytes(MOST)}`}>
      {error !== undefined ? (
        <Trouble reading={reading} error={error} onRetry={onRetry} />
      ) : text === undefined ? (
        <Loading label="Opening the text" />
      ) : (
        <textarea dir="auto" className={classes.text} readOnly aria-label={document.name} value={text} />
      )}
    </Frame>
  )
}

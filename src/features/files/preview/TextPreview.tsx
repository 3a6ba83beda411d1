import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import classes from './FilePreview.module.css'

/** The beginning is enough to know what it is. */
const PREVIEW_TEXT_BYTES = 200_000

async function fetchTextStart(url: string) {
  const answer = await fetch(url, { headers: { range: `bytes=0-${PREVIEW_TEXT_BYTES - 1}` } })
  if (!answer.ok) throw new Error(`The text was answered with ${answer.status}.`)
  return answer.text()
}

export function TextPreview({ name, url }: { name: string; url: string }) {
  const { data, isError } = useQuery({
    queryKey: ['text-preview', url],
    queryFn: () => fetchTextStart(url),
    gcTime: 0,
    meta: { handled: true },
  })
  if (isError) return <p role="alert">We can’t show this file right now.</p>
  if (data === undefined) return <Loader role="status" aria-label="Loading preview" />
  return <textarea dir="auto" className={classes.text} readOnly aria-label={name} value={data} />
}

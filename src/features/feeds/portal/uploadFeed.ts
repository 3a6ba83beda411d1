import * as z from 'zod/mini'
import { AppError } from '#platform/errors.ts'
import { FEED_UPLOAD_PATH } from '../feeds.schema.ts'

const Refusal = z.object({ message: z.string() })

/** Streams the file to the server, which stores it before it is read. */
export async function uploadFeed(file: File) {
  const isZip = /\.zip$/i.test(file.name)
  const response = await fetch(`${FEED_UPLOAD_PATH}?${new URLSearchParams({ name: file.name })}`, {
    method: 'POST',
    headers: { 'content-type': isZip ? 'application/zip' : 'application/xml' },
    body: file,
  })
  if (response.ok) return
  const refusal = Refusal.safeParse(await response.json().catch(() => undefined))
  throw new AppError(
    'NotReceived',
    response.status,
    refusal.data?.message ?? 'We couldn’t receive this file. Please try again.',
  )
}

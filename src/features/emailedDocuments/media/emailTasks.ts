import type { MediaTask } from '#platform/media/mediaTasks.ts'
import type { EmailContents } from './readEmail.media.ts'

/** The subject and the documents of an email, which are written to the folder. */
export const readEmailTask: MediaTask<{ path: string; folder: string }, EmailContents> = {
  name: 'read_email',
  lane: 'background',
  timeLimitMs: 30_000,
}

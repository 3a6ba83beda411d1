import { createHash } from 'node:crypto'
import type { NewLead } from './leads.ts'

/**
 * Names one sending by one person about one home. A bot check that was passed counts again for that alone: else whoever passed
 * it once could send a thousand leads under the same key. In the form of a UUID, which is what Turnstile takes.
 */
export function submissionKeyFor({ key, listingId, email }: Pick<NewLead, 'key' | 'listingId' | 'email'>) {
  const hash = createHash('sha256')
    .update(JSON.stringify([key, listingId, email]))
    .digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

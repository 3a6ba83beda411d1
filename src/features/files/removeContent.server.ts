import { z } from 'zod'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { removeStored } from '#platform/storage/removeStored.ts'

const RemoveContentData = z.strictObject({ path: z.string() })

/** The bytes of a file and everything that was made from them. */
export const removeContent: Job<z.infer<typeof RemoveContentData>, Services> = {
  name: 'remove_content',
  data: RemoveContentData,
  work: ({ storage }, { path }) => removeStored(storage, path),
}

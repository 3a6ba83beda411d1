import { z } from 'zod'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { removeFileAndVariants } from '#platform/storage/storage.ts'

const RemoveContentData = z.strictObject({ path: z.string() })

/** The bytes of a file and everything that was made from them. */
export const removeContentJob: Job<z.infer<typeof RemoveContentData>, Services> = {
  name: 'remove_content',
  data: RemoveContentData,
  work: ({ storage }, { path }) => removeFileAndVariants(storage, path),
}

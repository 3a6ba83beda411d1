import { z } from 'zod'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { removeStored } from '#platform/storage/removeStored.ts'

const Content = z.strictObject({ path: z.string() })

/** The bytes of a file and everything that was made from them. */
export const removeContent: Job<z.infer<typeof Content>, Services> = {
  name: 'remove_content',
  data: Content,
  work: ({ storage }, { path }) => removeStored(storage, path),
}

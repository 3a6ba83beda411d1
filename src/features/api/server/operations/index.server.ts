import { eventOperations, memberOperations } from './events.server.ts'
import { fileOperations } from './files.server.ts'
import { leadOperations } from './leads.server.ts'
import { listingOperations } from './listings.server.ts'
import { peopleOperations } from './people.server.ts'
import { webhookOperations } from './webhooks.server.ts'

/** Everything that a program can do, in the order of the document. */
export const operations = [
  ...listingOperations,
  ...fileOperations,
  ...leadOperations,
  ...peopleOperations,
  ...eventOperations,
  ...memberOperations,
  ...webhookOperations,
]

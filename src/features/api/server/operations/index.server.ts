import { leadOperations } from './leads.server.ts'
import { listingOperations } from './listings.server.ts'

/** Everything that a program can do, in the order of the document. */
export const operations = [...listingOperations, ...leadOperations]

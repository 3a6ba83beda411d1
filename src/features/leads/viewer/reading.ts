import type { ListedDocument } from '../leads.ts'
import type { DocumentAddress } from './address.ts'

interface Neighbour {
  name: string
  open(): void
}

/** One open document, and the ways out of it. */
export interface Reading {
  listingId: string
  document: ListedDocument
  address: DocumentAddress
  close(): void
  previous?: Neighbour
  next?: Neighbour
}

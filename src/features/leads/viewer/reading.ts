import type { ListedDocument } from '../leads.ts'
import type { DocumentAddress } from './address.ts'

interface Neighbour {
  name: string
  open(): void
}

/** One open document, and the ways out of it. */
export interface Reading {
  document: Pick<ListedDocument, 'name' | 'contentType' | 'size'>
  address: DocumentAddress
  close(): void
  save(): void
  /** Why it could not be saved. */
  failure?: string
  previous?: Neighbour
  next?: Neighbour
}

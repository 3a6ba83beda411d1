import type { ListedDocument } from '../leads.ts'
import type { DocumentSource } from './address.ts'

interface NeighbourDocument {
  name: string
  open(): void
}

/** One open document, and the ways out of it. */
export interface OpenedDocument {
  document: Pick<ListedDocument, 'name' | 'contentType' | 'size'>
  address: DocumentSource
  close(): void
  save(): void
  /** Why it could not be saved. */
  failure?: string
  previous?: NeighbourDocument
  next?: NeighbourDocument
}

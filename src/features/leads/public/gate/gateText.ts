import type { ListedDocument } from '../../buyer.schema.ts'

/** Without documents there is still somebody to ask. */
export const gateButtonLabel = (count: number) => (count > 0 ? 'Get the documents — free' : 'Ask the agent')

export const pageCountText = (count: number) => `${count} page${count === 1 ? '' : 's'}`

export const totalBytes = (documents: readonly ListedDocument[]) =>
  documents.reduce((total, { size }) => total + size, 0)

/** Whoever has never been away has missed nothing. */
export const isNewSince = ({ changedAt }: ListedDocument, lastVisitAt: Date | null | undefined) =>
  lastVisitAt != null && changedAt > lastVisitAt

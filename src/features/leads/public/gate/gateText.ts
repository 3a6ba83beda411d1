import type { ListedDocument } from '../../buyer.schema.ts'

/** On a listing without documents, buyers can still contact the agent. */
export const gateButtonLabel = (count: number) => (count > 0 ? 'Get the documents — free' : 'Ask the agent')

export const totalBytes = (documents: readonly ListedDocument[]) =>
  documents.reduce((total, { size }) => total + size, 0)

/** On a first visit nothing is new. */
export const isNewSince = ({ changedAt }: ListedDocument, lastVisitAt: Date | null | undefined) =>
  lastVisitAt != null && changedAt > lastVisitAt

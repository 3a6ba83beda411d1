import type { DocumentAccess } from '#features/listings/documentPermissions.ts'
import { formatAmount } from '#ui/format/format.ts'
import type { OwnFileTerms } from '../../ownFile.ts'

export const accessLabels: Record<DocumentAccess, string> = {
  everyone: 'All leads',
  chosen: 'Chosen people only',
  hidden: 'Nobody (hidden)',
}

/** What an agent should notice about a document in a list. */
export function permissionLabels({ access, chosenReaders, isViewOnly, isWatermarked }: OwnFileTerms) {
  return [
    access === 'hidden' && 'Hidden',
    access === 'chosen' && (chosenReaders === 1 ? '1 person' : `${formatAmount(chosenReaders)} people`),
    isViewOnly && 'View only',
    isWatermarked && 'Watermarked',
  ].filter((label) => label !== false)
}

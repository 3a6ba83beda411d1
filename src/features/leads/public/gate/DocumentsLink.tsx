import { formatCount } from '#ui/format/format.ts'
import buttons from '#ui/theme/buttons.module.css'
import { Icon } from '#ui/theme/inlineIcons.tsx'
import { DOCUMENTS_ID, isNewSince, useGate } from './useGate.ts'

/** "7 documents, 2 new": leads to them on the same page. */
export function DocumentsLink({ className = '' }: { className?: string }) {
  const { listing, access } = useGate()
  const { documents } = listing
  const newCount = documents.filter((one) => isNewSince(one, access?.lastVisitAt)).length
  return (
    <a href={`#${DOCUMENTS_ID}`} className={`${buttons.filled} ${className}`}>
      {formatCount(documents.length, 'document')}
      {newCount > 0 && `, ${newCount} new`}
      <Icon path="M12 5v14M6 13l6 6 6-6" size={18} />
    </a>
  )
}

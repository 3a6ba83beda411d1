import { NativeSelect } from '@mantine/core'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import type { OwnFile } from '../ownFile.ts'

export const documentTypeOptions = Object.entries(documentTypes).map(([value, label]) => ({
  value: value as DocumentType,
  label,
}))

interface DocumentTypeSelectProps {
  file: OwnFile
  className?: string
  onDocumentType: (kind: DocumentType) => void
}

/** The document's type: guessed, and editable by the agent. */
export const DocumentTypeSelect = ({ file, className, onDocumentType }: DocumentTypeSelectProps) => (
  <NativeSelect
    className={className}
    size="xs"
    aria-label={`Type of ${file.name}`}
    data={documentTypeOptions}
    value={file.kind ?? 'other'}
    onChange={(event) => onDocumentType(documentTypeOptions[event.currentTarget.selectedIndex]?.value ?? 'other')}
  />
)

import { NativeSelect } from '@mantine/core'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import type { OwnFile } from '../describeFile.ts'

export const documentKindOptions = Object.entries(documentTypes).map(([value, label]) => ({
  value: value as DocumentType,
  label,
}))

interface DocumentKindSelectProps {
  file: OwnFile
  className?: string
  onKind: (kind: DocumentType) => void
}

/** The document's type: guessed, and editable by the agent. */
export const DocumentKindSelect = ({ file, className, onKind }: DocumentKindSelectProps) => (
  <NativeSelect
    className={className}
    size="xs"
    aria-label={`Type of ${file.name}`}
    data={documentKindOptions}
    value={file.kind ?? 'other'}
    onChange={(event) => onKind(documentKindOptions[event.currentTarget.selectedIndex]?.value ?? 'other')}
  />
)

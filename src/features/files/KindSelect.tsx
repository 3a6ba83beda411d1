import { NativeSelect } from '@mantine/core'
import { type DocumentKind, documentKinds } from '#platform/media/documentKinds.ts'
import type { OwnFile } from './describeFile.ts'

export const kinds = Object.entries(documentKinds).map(([value, label]) => ({ value: value as DocumentKind, label }))

interface KindSelectProps {
  file: OwnFile
  className?: string
  onKind: (kind: DocumentKind) => void
}

/** What a document is: guessed, and the agent's to correct. */
export const KindSelect = ({ file, className, onKind }: KindSelectProps) => (
  <NativeSelect
    className={className}
    size="xs"
    aria-label={`Type of ${file.name}`}
    data={kinds}
    value={file.kind ?? 'other'}
    onChange={(event) => onKind(kinds[event.currentTarget.selectedIndex]?.value ?? 'other')}
  />
)

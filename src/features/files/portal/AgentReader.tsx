import { lazy, Suspense } from 'react'
import { photoUrl } from '#features/listings/photoUrls.ts'
import { getDownloadUrl } from '../files.functions.ts'
import type { OwnFile } from '../ownFile.ts'
import type { DocumentInReader } from '../reader/ReaderFrame.tsx'
import type { DocumentVersion } from '../versions.functions.ts'
import { hasPicture } from './FileThumbnail.tsx'

const DocumentReader = lazy(() => import('../reader/DocumentReader.tsx'))

interface AgentReaderProps<Listed extends OwnFile> {
  /** The file to read. Nothing while the reader is closed. */
  file: Listed | undefined
  /** The list that it was opened from. */
  files: readonly Listed[]
  /** Opens another file of the list, or none. */
  onOpen: (file: Listed | undefined) => void
}

/** Agents read their files as buyers read documents. */
export function AgentReader<Listed extends OwnFile>({ file, files, onOpen }: AgentReaderProps<Listed>) {
  if (!file) return null
  const find = (fileId: string) => files.find(({ id }) => id === fileId)
  return (
    <Suspense>
      <DocumentReader
        // The list is up to date. It may have lost the file meanwhile.
        document={describeDocument(find(file.id) ?? file)}
        documents={files}
        getUrl={({ fileId, inline }) => getDownloadUrl({ data: { id: fileId, inline } })}
        opensInNewTab
        onOpen={(fileId) => onOpen(find(fileId))}
        onClose={() => onOpen(undefined)}
      />
    </Suspense>
  )
}

interface VersionReaderProps {
  file: OwnFile
  version: DocumentVersion
  onClose: () => void
}

/** One version of a document, whatever it contains now. */
export function VersionReader({ file: { id, name }, version: one, onClose }: VersionReaderProps) {
  const { version, contentType, size, pageCount, createdAt } = one
  const document = { id, name: `${name} (version ${version})`, contentType, size, pageCount, changedAt: createdAt }
  return (
    <Suspense>
      <DocumentReader
        document={document}
        documents={[]}
        getUrl={({ inline }) => getDownloadUrl({ data: { id, version, inline } })}
        opensInNewTab
        onOpen={() => {}}
        onClose={onClose}
      />
    </Suspense>
  )
}

function describeDocument(file: OwnFile): DocumentInReader {
  const { id, name, contentType, size, pageCount, replacedAt, type, width, height } = file
  const picture =
    hasPicture(file) && width !== null && height !== null
      ? { url: photoUrl(id, type === 'image' ? '1920' : '480', replacedAt), width, height }
      : undefined
  return { id, name, contentType, size, pageCount, changedAt: replacedAt, picture }
}

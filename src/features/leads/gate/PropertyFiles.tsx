import { lazy, Suspense, useState } from 'react'
import type { Access } from '../gate.functions.ts'
import type { ListedDocument } from '../leads.ts'

const DocumentViewer = lazy(() => import('../viewer/DocumentViewer.tsx'))

interface PropertyFilesProps {
  listing: { id: string; title: string; slug: string }
  documents: readonly ListedDocument[]
  /** Null for whoever has not left their details yet. */
  access: Access
  /** To whom a buyer's details go. */
  agentName: string
}

/** The documents everybody sees the names of, and the way in. */
export function PropertyFiles({ listing, documents }: PropertyFilesProps) {
  const [openId, setOpenId] = useState<string>()
  return (
    <section>
      <ul>
        {documents.map(({ id, name }) => (
          <li key={id}>
            <button type="button" onClick={() => setOpenId(id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <a href={`/listings/${listing.id}/documents.zip`} download>
        Download all
      </a>
      {openId && (
        <Suspense>
          <DocumentViewer
            listingId={listing.id}
            documents={documents}
            fileId={openId}
            onOpen={setOpenId}
            onClose={() => setOpenId(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

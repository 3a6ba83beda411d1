import { useState } from 'react'
import buttons from '#ui/buttons.module.css'
import { TaskCard } from '#ui/TaskCard.tsx'
import { linkAgentName, type PrivateLinkData } from './link.ts'
import { OpenDocuments } from './OpenDocuments.tsx'
import { StoredDetails } from './StoredDetails.tsx'

interface PrivateLinkPageProps {
  /** From the email: opens the documents and the buyer's stored details. */
  linkKey: string
  link: PrivateLinkData
}

/** What an emailed link opens: the documents, and the buyer's own details to edit or delete. */
export function PrivateLinkPage({ linkKey, link }: PrivateLinkPageProps) {
  const [isErased, setErased] = useState(false)
  if (isErased)
    return (
      <TaskCard
        takesFocus
        title="Your details are deleted"
        lead={`${linkAgentName(link)} can no longer see them, and your private link has stopped working.`}
      >
        {link.documents !== 'taken down' && (
          <a href={`/listings/${link.listing.slug}`} className={buttons.filled}>
            Open the listing
          </a>
        )}
      </TaskCard>
    )
  return (
    <>
      <OpenDocuments linkKey={linkKey} link={link} />
      <StoredDetails linkKey={linkKey} link={link} onErased={() => setErased(true)} />
    </>
  )
}

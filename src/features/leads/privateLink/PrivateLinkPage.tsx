import { useState } from 'react'
import { TaskCard } from '#ui/TaskCard.tsx'
import { agentsName, type PrivateLink } from './link.ts'
import { OpenDocuments } from './OpenDocuments.tsx'
import { StoredDetails } from './StoredDetails.tsx'

interface PrivateLinkPageProps {
  /** From the mail: opens the documents, and what is stored about its owner. */
  linkKey: string
  link: PrivateLink
}

/** What a mailed link opens: the way to the documents, and a buyer's rights over what they left. */
export function PrivateLinkPage({ linkKey, link }: PrivateLinkPageProps) {
  const [isErased, setErased] = useState(false)
  if (isErased)
    return (
      <TaskCard
        takesFocus
        title="Your details are erased"
        lead={`Nothing of you is left here, and ${agentsName(link)} sees you in no list any more. Your private link has stopped working.`}
      />
    )
  return (
    <>
      <OpenDocuments linkKey={linkKey} link={link} />
      <StoredDetails linkKey={linkKey} link={link} onErased={() => setErased(true)} />
    </>
  )
}

import { Anchor, Button, Text } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MessageScreen } from '#ui/feedback/ErrorScreens.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { emailLink } from '#ui/format/contactLinks.ts'
import { TaskCard } from '#ui/layout/PublicLayout.tsx'
import buttons from '#ui/theme/buttons.module.css'
import { icon } from '#ui/theme/theme.ts'
import { enterByLink } from '../../buyer.functions.ts'
import { linkAgentName, type PrivateLinkData, StoredDetails } from './StoredDetails.tsx'

interface PrivateLinkPageProps {
  /** From the email: opens the documents and the buyer's stored details. */
  linkKey: string
  link: PrivateLinkData
}

/** What an emailed link opens: the documents, and the buyer's own details to edit or delete. */
export function PrivateLinkPage({ linkKey, link }: PrivateLinkPageProps) {
  const [isErased, setErased] = useState(false)
  const [newEmail, setNewEmail] = useState<string>()
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
  if (newEmail)
    return (
      <TaskCard
        takesFocus
        title="Your details are saved"
        lead={`We’ve sent a new private link to ${newEmail}. The link you used before no longer works.`}
      >
        {link.documents === 'open' && (
          <a href={`/listings/${link.listing.slug}`} className={buttons.filled}>
            Open the listing
          </a>
        )}
      </TaskCard>
    )
  return (
    <>
      <OpenDocuments linkKey={linkKey} link={link} />
      <StoredDetails linkKey={linkKey} link={link} onMoved={setNewEmail} onErased={() => setErased(true)} />
    </>
  )
}

/** Needs a click, because email programs open links too. */
function OpenDocuments({ linkKey, link }: { linkKey: string; link: PrivateLinkData }) {
  const isHydrated = useHydrated()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => enterByLink({ data: { key: linkKey } }),
    meta: { handled: true },
    // A full page load, so that the key does not stay in memory.
    onSuccess: ({ slug }) => window.location.assign(`/listings/${slug}`),
  })
  const { title } = link.listing
  if (link.documents !== 'open')
    return (
      <TaskCard title={title} lead={whyClosed(link)}>
        <Text>
          To ask why, contact {linkAgentName(link)}
          {link.agent.agencyName && ` of ${link.agent.agencyName}`}
          {link.agent.phone && `, ${link.agent.phone}`}
          {link.agent.email && (
            <>
              , <Anchor href={emailLink(link.agent.email)}>{link.agent.email}</Anchor>
            </>
          )}
          .
        </Text>
      </TaskCard>
    )
  return (
    <TaskCard
      title={title}
      lead="This link is only for you. It opens the documents in this browser, as often as you like."
    >
      <FailureAlert error={error} />
      <Button
        size="md"
        fullWidth
        leftSection={<IconFolderOpen {...icon} />}
        loading={isPending || isSuccess}
        disabled={!isHydrated}
        onClick={() => mutate()}
      >
        Open the documents
      </Button>
    </TaskCard>
  )
}

const whyClosed = (link: PrivateLinkData) =>
  link.documents === 'withdrawn'
    ? `${linkAgentName(link)} has removed your access to the documents.`
    : 'This listing is no longer published, so you can’t open its documents.'

/** For a link that we sent, when it no longer works. */
export const EndedLinkScreen = ({ listing, isReplaced }: { listing: string; isReplaced: boolean }) => (
  <MessageScreen
    heading="This link no longer works"
    actions={
      <a href={`/listings/${encodeURIComponent(listing)}`} className={buttons.filled}>
        Open the listing
      </a>
    }
  >
    {isReplaced
      ? 'The email address of this enquiry was changed, and we sent a new link to the new address.'
      : 'The details it belonged to have been deleted.'}{' '}
    You can still view the listing, leave your details again or contact the agent.
  </MessageScreen>
)

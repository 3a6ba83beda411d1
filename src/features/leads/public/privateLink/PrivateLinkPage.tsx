import { Anchor, Button, Text } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AgentPhoto } from '#features/accounts/public/AgentCard.tsx'
import type { PublicPhoto } from '#features/listings/listings.schema.ts'
import { publicListingPath } from '#features/listings/listingUrls.ts'
import { photoSources } from '#features/listings/photoUrls.ts'
import { MessageScreen } from '#ui/feedback/ErrorScreens.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { emailLink } from '#ui/format/contactLinks.ts'
import { agentName, formatCount, fullName } from '#ui/format/format.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import buttons from '#ui/theme/buttons.module.css'
import { icon } from '#ui/theme/theme.ts'
import { enterByLink } from '../../buyer.functions.ts'
import { ChangedDocuments } from '../changes/ChangedDocuments.tsx'
import { DOCUMENTS_ID } from '../gate/useGate.ts'
import { Invitees } from '../invitees/Invitees.tsx'
import { BuyersReading } from './BuyersReading.tsx'
import classes from './PrivateLinkPage.module.css'
import { type PrivateLinkData, StoredDetails } from './StoredDetails.tsx'

interface PrivateLinkPageProps {
  /** From the email: opens the documents and the buyer's stored details. */
  linkKey: string
  /** The message in which the link was, if it was in one. */
  message?: string
  link: PrivateLinkData
}

/** What an emailed link opens: the documents, and the buyer's own details to edit or delete. */
export function PrivateLinkPage({ linkKey, message, link }: PrivateLinkPageProps) {
  const [isErased, setErased] = useState(false)
  const [newEmail, setNewEmail] = useState<string>()
  if (isErased)
    return (
      <TaskCard
        takesFocus
        title="Your details are deleted"
        lead={`${agentName(link.agent)} can no longer see them, and your private link has stopped working.`}
      >
        {link.documents !== 'taken down' && (
          <a href={publicListingPath(link.listing.slug)} className={buttons.filled}>
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
          <a href={publicListingPath(link.listing.slug)} className={buttons.filled}>
            Open the listing
          </a>
        )}
      </TaskCard>
    )
  return (
    <>
      <OpenDocuments link={link} enter={() => enterByLink({ data: { key: linkKey, message } })} />
      <ChangedDocuments linkKey={linkKey} changes={link.changes} />
      <Invitees linkKey={linkKey} link={link} />
      <BuyersReading linkKey={linkKey} link={link} />
      <StoredDetails linkKey={linkKey} link={link} onMoved={setNewEmail} onErased={() => setErased(true)} />
    </>
  )
}

interface OpenDocumentsProps {
  link: Pick<PrivateLinkData, 'listing' | 'agent' | 'documents' | 'inside'>
  /** Who invited this reader. Missing for the buyer. */
  inviter?: string
  /** Makes this browser's key. */
  enter: () => Promise<{ slug: string }>
}

/** The listing behind a link, and the button that opens its documents. */
export function OpenDocuments({ link, inviter, enter }: OpenDocumentsProps) {
  const { listing, agent, inside } = link
  if (!inside)
    return (
      <TaskCard title={listing.title} lead={whyClosed(link)}>
        <Text>
          To ask why, contact {agentName(link.agent)}
          {agent.agencyName && ` of ${agent.agencyName}`}
          {agent.phone && (
            <>
              , <Anchor href={agent.callLink}>{agent.phone}</Anchor>
            </>
          )}
          {agent.email && (
            <>
              , <Anchor href={emailLink(agent.email)}>{agent.email}</Anchor>
            </>
          )}
          .
        </Text>
        {link.documents === 'taken down' && (
          <a href={publicListingPath(listing.slug)} className={buttons.plain}>
            See their other listings
          </a>
        )}
      </TaskCard>
    )
  return (
    <section className={classes.card} aria-labelledby="private-link-title">
      {inside.cover && <Cover photo={inside.cover} />}
      <div className={classes.body}>
        <h1 id="private-link-title" className={classes.title} dir="auto">
          {listing.title}
        </h1>
        <div className={classes.agent}>
          <AgentPhoto {...agent} className={classes.photo} />
          <div>
            <p className={classes.name}>
              <bdi>{fullName(agent) || 'The agent'}</bdi>
            </p>
            {agent.agencyName && <p className={classes.agency}>{agent.agencyName}</p>}
            {agent.licenceLine && <p className={classes.licence}>{agent.licenceLine}</p>}
          </div>
        </div>
        {inviter && (
          <p className={classes.inviter}>
            <bdi>{inviter}</bdi> invited you to read the documents with them.
          </p>
        )}
        <DocumentsSummary {...inside} />
        <OpenButton enter={enter} />
        <p className={classes.hint}>This link is only for you. It works on any device, as often as you like.</p>
      </div>
    </section>
  )
}

function Cover({ photo }: { photo: PublicPhoto }) {
  const { src, srcSet } = photoSources(photo)
  return (
    <img
      className={classes.cover}
      src={src}
      srcSet={srcSet}
      sizes="(min-width: 36em) 440px, 100vw"
      width={photo.width ?? 4}
      height={photo.height ?? 3}
      alt=""
      fetchPriority="high"
    />
  )
}

const MAX_NAMED_DOCUMENTS = 3

type Content = NonNullable<PrivateLinkData['inside']>

/** "7 documents", and which of them are new. */
function DocumentsSummary({ documentCount, newDocuments }: Content) {
  const unnamed = newDocuments.length - MAX_NAMED_DOCUMENTS
  return (
    <div className={classes.summary}>
      <p className={classes.count}>{documentCount > 0 ? formatCount(documentCount, 'document') : 'No documents yet'}</p>
      {newDocuments.length > 0 && (
        <div className={classes.news}>
          <p>New since your last visit:</p>
          <ul>
            {newDocuments.slice(0, MAX_NAMED_DOCUMENTS).map((name, index) => (
              <li key={index}>
                <bdi>{name}</bdi>
              </li>
            ))}
            {unnamed > 0 && <li>and {unnamed} more</li>}
          </ul>
        </div>
      )}
    </div>
  )
}

/** Needs a click, because email programs open links too. */
function OpenButton({ enter }: Pick<OpenDocumentsProps, 'enter'>) {
  const isHydrated = useHydrated()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: enter,
    meta: { handled: true },
    // A full page load, so that the key does not stay in memory.
    onSuccess: ({ slug }) => window.location.assign(`${publicListingPath(slug)}#${DOCUMENTS_ID}`),
  })
  return (
    <>
      <FailureAlert error={error} />
      <Button
        size="lg"
        fullWidth
        leftSection={<IconFolderOpen {...icon} />}
        loading={isPending || isSuccess}
        disabled={!isHydrated}
        onClick={() => mutate()}
      >
        Open the documents
      </Button>
    </>
  )
}

const whyClosed = (link: OpenDocumentsProps['link']) =>
  link.documents === 'withdrawn'
    ? `${agentName(link.agent)} has removed your access to the documents.`
    : 'This listing is no longer available, so you can’t open its documents.'

/** For a link that we sent, when it no longer works. */
export const DeadLinkScreen = ({ listing, reason }: { listing: string; reason: DeadLinkReason }) => (
  <MessageScreen
    heading={deadLinks[reason].heading}
    actions={
      <a href={`/listings/${encodeURIComponent(listing)}`} className={buttons.filled}>
        Open the listing
      </a>
    }
  >
    {deadLinks[reason].text} The listing’s page says whether it’s still available, and how to contact the agent.
  </MessageScreen>
)

/** The names of the errors. */
export const deadLinkReasons = ['LinkReplaced', 'DetailsDeleted', 'InvitationEnded', 'NotFoundError'] as const
type DeadLinkReason = (typeof deadLinkReasons)[number]

export const deadLinks: Record<DeadLinkReason, { heading: string; text: string }> = {
  LinkReplaced: {
    heading: 'This link no longer works',
    text: 'The email address of this enquiry was changed, and we sent a new link to the new address.',
  },
  DetailsDeleted: {
    heading: 'This link no longer works',
    text: 'The details it belonged to have been deleted.',
  },
  InvitationEnded: {
    heading: 'This invitation has ended',
    text: 'The person who invited you or the agent has ended it, so you can’t open the documents any more.',
  },
  NotFoundError: {
    heading: 'This link doesn’t work',
    text: 'Part of it may be missing. Open it from our email again, or copy the whole link.',
  },
}

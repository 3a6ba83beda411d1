import { useState } from 'react'
import { longDateTime } from '#ui/format/dates.ts'
import { formatDuration } from '#ui/format/elapsedTime.ts'
import { agentName } from '#ui/format/format.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { enterByInvitation, type InvitationData, leaveInvitation } from '../../invitees/invitees.functions.ts'
import { inviteeRoleLabels } from '../../invitees/invitees.schema.ts'
import { ConfirmDeletion } from '../privateLink/ConfirmDeletion.tsx'
import { OpenDocuments } from '../privateLink/PrivateLinkPage.tsx'
import cards from '../privateLink/StoredDetails.module.css'
import classes from './Invitees.module.css'

interface InvitationPageProps {
  /** From the email to the invitee. */
  invitationKey: string
  invitation: InvitationData
}

/** What an invitee's link opens: the documents, and what is stored about them. Nothing of the buyer but the name. */
export function InvitationPage({ invitationKey, invitation }: InvitationPageProps) {
  const [isGone, setGone] = useState(false)
  if (isGone)
    return (
      <TaskCard
        takesFocus
        title="You’ve removed yourself"
        lead={`We’ve deleted your details, and your link has stopped working. ${agentName(invitation.agent)} can no longer see them.`}
      />
    )
  const { details, reading, acknowledgements, inviter } = invitation
  return (
    <>
      <OpenDocuments
        link={invitation}
        inviter={inviter}
        enter={() => enterByInvitation({ data: { key: invitationKey } })}
      />
      <details className={cards.card}>
        <summary className={cards.summary}>
          <h2 className={cards.title}>Your invitation</h2>
        </summary>
        <p className={classes.about}>
          {agentName(invitation.agent)} sees your name, your role, and which documents you read and for how long.
        </p>
        <dl className={cards.facts}>
          <Fact name="Name" value={details.name} />
          <Fact name="Email" value={details.email} />
          <Fact name="Role" value={inviteeRoleLabels[details.role]} />
          <Fact name="Invited" value={longDateTime(details.createdAt, DEFAULT_TIME_ZONE)} />
          {reading.map(({ fileId, name, seconds }) => (
            <Fact key={fileId} name="Read" value={`${name}, ${formatDuration(seconds)}`} />
          ))}
          {acknowledgements.map(({ document, acknowledgedAt }) => (
            <Fact
              key={acknowledgedAt.getTime()}
              name="Confirmed"
              value={`${document}, ${longDateTime(acknowledgedAt, DEFAULT_TIME_ZONE)}`}
            />
          ))}
        </dl>
        <Leave invitationKey={invitationKey} invitation={invitation} onGone={() => setGone(true)} />
      </details>
    </>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
)

const Leave = ({ invitationKey, invitation, onGone }: InvitationPageProps & { onGone: () => void }) => (
  <ConfirmDeletion
    label="Remove me"
    question={
      <>
        <strong>Remove yourself permanently?</strong> We delete your name, email and what you read. You can’t open the
        documents with this link any more. <bdi>{invitation.inviter}</bdi> could invite you again.
      </>
    }
    confirmLabel="Remove permanently"
    keepLabel="Stay invited"
    onConfirm={() => leaveInvitation({ data: { key: invitationKey } })}
    onDeleted={onGone}
  />
)

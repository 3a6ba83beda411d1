import { hasLink } from '#platform/input/fieldSchemas.ts'
import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { formatCount } from '#ui/format/format.ts'

/** Text comes from strangers: what would become a link in an email is not shown. */
const shown = (text: string, fallback: string) => (text && !hasLink(text) ? text : fallback)

/** "Report (PDF)": email programs make links of names such as report.zip. */
const shownFileName = (name: string, fallback: string) =>
  shown(
    name.replace(/\.([a-z0-9]{1,10})$/i, (_, extension: string) => ` (${extension.toUpperCase()})`),
    fallback,
  )

const List = ({ names }: { names: string[] }) =>
  names.length > 0 && <EmailText>{names.map((name) => `• ${shownFileName(name, 'A document')}`).join('\n')}</EmailText>

interface RefusedAttachment {
  name: string
  why: string
}

const LeftOut = ({ refused, isRest }: { refused: RefusedAttachment[]; isRest: boolean }) =>
  refused.length > 0 && (
    <EmailText>
      {[
        ...(isRest ? ['We left out:'] : []),
        ...refused.map(({ name, why }) => `• ${shownFileName(name, 'An attachment')}: ${why}`),
      ].join('\n')}
    </EmailText>
  )

const them = (names: string[]) => (names.length === 1 ? 'it' : 'them')

/** What to do with documents that wait. */
function howToAccept(names: string[], isAcceptedByReply: boolean) {
  const hidden = `Buyers can’t see ${them(names)} yet.`
  if (!isAcceptedByReply) return `${hidden} Accept ${them(names)} to add ${them(names)} to the listing.`
  const all = names.length === 1 ? 'it' : 'all of them'
  return `${hidden} To add ${all} to the listing, reply to this email with OK. Or open the listing to check ${them(names)} first.`
}

interface ReceivedFacts {
  title: string
  subject: string
  names: string[]
  refused: RefusedAttachment[]
  isAcceptedByReply: boolean
  link: string
}

/** The answer to a member who has emailed documents. */
export function emailReceivedEmail({ title, subject, names, refused, isAcceptedByReply, link }: ReceivedFacts) {
  const hasDocuments = names.length > 0
  const outcome = hasDocuments
    ? `${formatCount(names.length, 'document')} received for ${title}`
    : refused.length > 0
      ? `We couldn’t take the files you emailed for ${title}`
      : `No documents found for ${title}`
  return {
    subject: outcome,
    body: (
      <EmailLayout
        preview={hasDocuments ? howToAccept(names, isAcceptedByReply) : 'Nothing was added to the listing.'}
        heading={outcome}
        footer={`You’re receiving this because you sent an email${subject ? ` with the subject “${shown(subject, '…')}”` : ''} to this listing’s address. If that wasn’t you, replace the address on the listing’s page.`}
      >
        {hasDocuments && <EmailText>{howToAccept(names, isAcceptedByReply)}</EmailText>}
        {!hasDocuments && refused.length === 0 && (
          <EmailText>Your email had no documents with it. Attach them and send it again.</EmailText>
        )}
        <List names={names} />
        <LeftOut refused={refused} isRest={hasDocuments} />
        <EmailButton href={link}>{hasDocuments ? 'Check and accept' : 'Open the listing'}</EmailButton>
      </EmailLayout>
    ),
  }
}

interface ArrivedFacts {
  title: string
  sender: string
  /** Why the sender is not proven. */
  reason: string
  names: string[]
  refused: RefusedAttachment[]
  isAcceptedByReply: boolean
  link: string
}

/** To the lead agent, when someone else has emailed documents. Only the address of a member is shown: a stranger can write anything there. */
export function documentsArrivedEmail({
  title,
  sender,
  reason,
  names,
  refused,
  isAcceptedByReply,
  link,
}: ArrivedFacts) {
  const hasDocuments = names.length > 0
  const from = reason ? shown(sender, 'Someone') : sender
  const outcome = hasDocuments
    ? `${formatCount(names.length, 'document')} arrived for ${title}`
    : `We couldn’t take the files emailed for ${title}`
  return {
    subject: outcome,
    body: (
      <EmailLayout
        preview={hasDocuments ? howToAccept(names, isAcceptedByReply) : 'Nothing was added to the listing.'}
        heading={outcome}
        footer="You’re receiving this because you’re the lead agent of this listing."
      >
        <EmailText>
          {hasDocuments
            ? `${from} has emailed ${names.length === 1 ? 'a document' : formatCount(names.length, 'document')} to your listing. ${howToAccept(names, isAcceptedByReply)}`
            : `${from} has emailed your listing, but we couldn’t take any of the files.`}
        </EmailText>
        {reason && hasDocuments && (
          <EmailText>{`Check who sent ${names.length === 1 ? 'this' : 'these'}. ${shown(reason, 'We couldn’t confirm who the sender is.')} Open ${names.length === 1 ? 'the document' : 'each document'} before you accept it.`}</EmailText>
        )}
        <List names={names} />
        <LeftOut refused={refused} isRest={hasDocuments} />
        <EmailButton href={link}>{hasDocuments ? 'Check and accept' : 'Open the listing'}</EmailButton>
      </EmailLayout>
    ),
  }
}

/** What came of a reply: the documents were added, someone had decided before, it did not say yes, or adding them was refused. */
export type ReplyOutcome = 'added' | 'decided' | 'unclear' | 'failed'

interface HandledFacts {
  outcome: ReplyOutcome
  title: string
  names: string[]
  /** The reply had attachments. */
  hasFiles: boolean
  link: string
}

/** The answer to a member who has replied to an email about documents. */
export function replyHandledEmail({ outcome, title, names, hasFiles, link }: HandledFacts) {
  const heading = {
    added: `${formatCount(names.length, 'document')} added to ${title}`,
    decided: `Nothing left to add to ${title}`,
    unclear: `Nothing was added to ${title} yet`,
    failed: `We couldn’t add the documents to ${title}`,
  }[outcome]
  const text = {
    added: `You’ve accepted ${names.length === 1 ? 'this document' : 'these documents'} by email.`,
    decided: 'These documents have already been accepted or deleted.',
    unclear:
      'We couldn’t tell from the first line of your reply whether to add the documents. Reply to this email with just OK to add all of them, or open the listing to choose.',
    failed: 'They’re still waiting. Open the listing and accept them there.',
  }[outcome]
  return {
    subject: heading,
    body: (
      <EmailLayout
        preview={text}
        heading={heading}
        footer="You’re receiving this because you replied to an email about this listing’s documents. If that wasn’t you, change the password of your email account and check the listing."
      >
        <EmailText>{text}</EmailText>
        <List names={names} />
        {hasFiles && (
          <EmailText>
            We didn’t take the files attached to your reply. Email them to the listing’s own address.
          </EmailText>
        )}
        <EmailButton href={link}>Open the listing</EmailButton>
      </EmailLayout>
    ),
  }
}

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

const List = ({ names }: { names: string[] }) => (
  <>
    {names.map((name, index) => (
      <EmailText key={index}>{`• ${shownFileName(name, 'A document')}`}</EmailText>
    ))}
  </>
)

interface RefusedAttachment {
  name: string
  why: string
}

const LeftOut = ({ refused }: { refused: RefusedAttachment[] }) => (
  <>
    {refused.map(({ name, why }, index) => (
      <EmailText key={index}>{`We left out ${shownFileName(name, 'an attachment')}. ${why}`}</EmailText>
    ))}
  </>
)

interface ReceivedFacts {
  title: string
  subject: string
  names: string[]
  refused: RefusedAttachment[]
  link: string
}

/** The answer to a member who has emailed documents. */
export function emailReceivedEmail({ title, subject, names, refused, link }: ReceivedFacts) {
  const count = formatCount(names.length, 'document')
  const outcome = names.length > 0 ? `${count} received` : 'No documents found'
  return {
    subject: `${outcome} for ${title}`,
    body: (
      <EmailLayout
        preview={names.length > 0 ? 'Buyers see them once you accept them.' : 'We found nothing to add.'}
        heading={`${outcome} for ${title}`}
        footer={`You’re receiving this because you sent an email${subject ? ` with the subject “${shown(subject, '…')}”` : ''} to this listing’s address. If that wasn’t you, get a new address on the listing’s page.`}
      >
        {names.length > 0 ? (
          <>
            <EmailText>Buyers can’t see these yet. Accept them to add them to the listing.</EmailText>
            <List names={names} />
          </>
        ) : (
          <EmailText>Attach the documents to your email and send it again.</EmailText>
        )}
        <LeftOut refused={refused} />
        <EmailButton href={link}>{names.length > 0 ? 'Check and accept' : 'Open the listing'}</EmailButton>
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
  link: string
}

/** To the lead agent, when someone else has emailed documents. Only the address of a member is shown: a stranger can write anything there. */
export function documentsArrivedEmail({ title, sender, reason, names, refused, link }: ArrivedFacts) {
  const hasDocuments = names.length > 0
  const from = reason ? shown(sender, 'Someone') : sender
  const outcome = hasDocuments
    ? `${formatCount(names.length, 'document')} arrived for ${title}`
    : `We couldn’t take the files emailed for ${title}`
  return {
    subject: outcome,
    body: (
      <EmailLayout
        preview={hasDocuments ? 'Buyers see them once you accept them.' : 'No documents were added.'}
        heading={outcome}
        footer="You’re receiving this because you’re the lead agent of this listing."
      >
        <EmailText>
          {hasDocuments
            ? `${from} has emailed this to your listing. Buyers can’t see it until you accept it.`
            : `${from} has emailed your listing, but we couldn’t take any of the files.`}
        </EmailText>
        {reason && hasDocuments && (
          <EmailText>{`Be careful: ${shown(reason, 'We couldn’t confirm who sent it.')} Look at each document before you accept it.`}</EmailText>
        )}
        <List names={names} />
        <LeftOut refused={refused} />
        <EmailButton href={link}>{hasDocuments ? 'Check and accept' : 'Open the listing'}</EmailButton>
      </EmailLayout>
    ),
  }
}

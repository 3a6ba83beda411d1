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

interface ReceivedFacts {
  title: string
  subject: string
  names: string[]
  refused: { name: string; why: string }[]
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
        {refused.map(({ name, why }, index) => (
          <EmailText key={index}>{`We left out ${shownFileName(name, 'an attachment')}. ${why}`}</EmailText>
        ))}
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
  link: string
}

/** To the lead agent, when someone else has emailed documents. */
export function documentsArrivedEmail({ title, sender, reason, names, link }: ArrivedFacts) {
  const count = formatCount(names.length, 'document')
  return {
    subject: `${count} arrived for ${title}`,
    body: (
      <EmailLayout
        preview={`From ${sender}.`}
        heading={`${count} arrived for ${title}`}
        footer="You’re receiving this because you’re the lead agent of this listing."
      >
        <EmailText>{`${sender} has emailed this to your listing. Buyers can’t see it until you accept it.`}</EmailText>
        {reason && <EmailText>{`Be careful: ${reason} Look at each document before you accept it.`}</EmailText>}
        <List names={names} />
        <EmailButton href={link}>Check and accept</EmailButton>
      </EmailLayout>
    ),
  }
}

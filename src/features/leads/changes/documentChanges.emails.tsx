import { EmailButton, EmailLayout, type EmailSender, EmailText } from '#platform/mail/EmailLayout.tsx'
import { emailDate } from '#ui/format/dates.ts'
import { formatCount } from '#ui/format/format.ts'
import { AgentSignature, emailHeaderLine, QuotedText, type SharedListing } from '../leads.emails.tsx'

interface EmailedChange {
  name: string
  kind: 'added' | 'replaced' | 'dated'
  /** What changed, in the agent's words. Empty if they wrote nothing. */
  note: string
  fromIssuedOn: string | null
  toIssuedOn: string | null
}

/** More is on the page. */
const MAX_NAMED_CHANGES = 20

/** One email about everything that changed on a listing. */
export const documentChangesEmail = (
  link: string,
  { title, address, agent, sender }: SharedListing,
  changes: EmailedChange[],
) => {
  const [first] = changes
  const heading =
    changes.length === 1 && first
      ? `${first.name}: ${whatHappened[first.kind]}`
      : `${formatCount(changes.length, 'document')} changed`
  const unnamed = changes.length - MAX_NAMED_CHANGES
  return {
    subject: emailHeaderLine(`${heading}, ${title}`),
    body: (
      <EmailLayout
        sender={sender}
        preview={emailHeaderLine(changes.map(({ name, kind }) => `${name}: ${whatHappened[kind]}`).join('. '))}
        heading={heading}
        footer="You’re receiving this because you left your details on this listing, and the agent wants you to know what changed."
      >
        <EmailText>{[title, address].filter(Boolean).join(', ')}</EmailText>
        {changes.slice(0, MAX_NAMED_CHANGES).map((change, place) => (
          <ChangeEntry key={place} change={change} />
        ))}
        {unnamed > 0 && <EmailText>{`And ${unnamed} more.`}</EmailText>}
        <EmailButton href={link}>See what changed</EmailButton>
        <AgentSignature agent={agent} />
      </EmailLayout>
    ),
  }
}

const whatHappened = { added: 'new document', replaced: 'new version', dated: 'new date' } as const

const ChangeEntry = ({ change }: { change: EmailedChange }) => (
  <>
    <EmailText>
      <strong>{change.name}</strong>
      <br />
      {[whatHappened[change.kind], datesText(change)].filter(Boolean).join(' · ')}
    </EmailText>
    {change.note && <QuotedText>{change.note}</QuotedText>}
  </>
)

/** "issued 3 Nov 2026 (was 10 Feb 2026)". */
function datesText({ fromIssuedOn, toIssuedOn }: EmailedChange) {
  const was = fromIssuedOn !== toIssuedOn && fromIssuedOn ? dayText(fromIssuedOn) : ''
  if (!toIssuedOn) return was && `earlier version issued ${was}`
  return `issued ${dayText(toIssuedOn)}${was && ` (was ${was})`}`
}

const dayText = (day: string) => emailDate(new Date(`${day}T00:00:00Z`), 'UTC')

interface ReminderWords {
  listing: string
  document: string
  /** Empty if it cannot be quoted. */
  statement: string
  agent: string
  sender: EmailSender
}

/** The agent asks a buyer to confirm a document. */
export const acknowledgementReminderEmail = (
  link: string,
  { listing, document, statement, agent, sender }: ReminderWords,
) => ({
  subject: emailHeaderLine(`Please confirm: ${document} for ${listing}`),
  body: (
    <EmailLayout
      sender={sender}
      preview={emailHeaderLine(`${agent} asks you to confirm ${document}`)}
      heading={`Please confirm ${document}`}
      footer={`You’re receiving this because you asked for the documents for ${listing}. Reply to reach ${agent}.`}
    >
      <EmailText>{`${agent} asks you to read and confirm this document for ${listing}.`}</EmailText>
      {statement && <QuotedText>{statement}</QuotedText>}
      <EmailButton href={link}>Read and confirm</EmailButton>
    </EmailLayout>
  ),
})

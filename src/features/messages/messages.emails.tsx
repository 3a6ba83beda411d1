import { AgentSignature, emailHeaderLine, type SharedListing } from '#features/leads/leads.emails.tsx'
import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'

interface MessageWords {
  subject: string
  /** Plain text: paragraphs are divided by empty lines. */
  body: string
  /** What is attached for the buyer's calendar. Empty without an attachment. */
  calendarNote: string
  /** Of the private link. */
  button: string
}

/** A message from the agent to a buyer. Nothing in it is HTML that someone wrote. */
export const buyerMessageEmail = (
  link: string,
  { title, address, agent, sender }: Pick<SharedListing, 'title' | 'address' | 'agent' | 'sender'>,
  { subject, body, calendarNote, button }: MessageWords,
) => ({
  subject: emailHeaderLine(subject),
  body: (
    <EmailLayout
      sender={sender}
      preview={emailHeaderLine(body)}
      heading={subject}
      footer={`You’re receiving this because you left your details on ${title}.`}
    >
      {body.split(/\n\s*\n/).map((paragraph, place) => (
        <EmailText key={place}>{paragraph}</EmailText>
      ))}
      {calendarNote && <EmailText>{calendarNote}</EmailText>}
      <EmailButton href={link}>{button}</EmailButton>
      <EmailText>{[title, address].filter(Boolean).join(', ')}</EmailText>
      <AgentSignature agent={agent} />
    </EmailLayout>
  ),
})

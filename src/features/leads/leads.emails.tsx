import { Text } from '@react-email/text'
import { Fragment } from 'react'
import { formatPhone } from '#platform/input/phone.server.ts'
import {
  EmailButton,
  EmailLayout,
  EmailLink,
  type EmailSender,
  EmailText,
  emailColours,
} from '#platform/mail/EmailLayout.tsx'
import { emailLink, phoneLink } from '#ui/format/contactLinks.ts'
import { formatCount, fullName } from '#ui/format/format.ts'

interface EmailedLead {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string
  note: string
}

/** More than an agent calls in an hour, and few enough that no email program cuts the digest off. */
export const MAX_NAMED_LEADS = 50

/** One line, whatever was typed: it becomes part of an email's headers. */
export const emailHeaderLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)
export const leadUrl = (appUrl: string, { id }: Pick<EmailedLead, 'id'>) => `${appUrl}/portal/leads?lead=${id}`
const WHY_LEAD_EMAIL = 'You’re receiving this because a buyer left their details on your listing.'
export const WHY_COPY =
  'You’re receiving this copy because your agency’s office gets a copy of each email about a lead.'
export const copySubject = (isCopy: boolean, subject: string) => emailHeaderLine(isCopy ? `Copy: ${subject}` : subject)
const NOT_CONFIRMED =
  'This came from another browser and isn’t confirmed by email. If it matters, call the buyer on the number you already have.'

/** The listing that an email is about. */
interface EmailedListing {
  id: string
  title: string
  /** Empty if it is not known. */
  address: string
  /** Where its phone numbers are dialled from. */
  country: string | null
}

interface EmailedAnswer {
  question: string
  answer: string
}

export const newLeadEmail = (
  appUrl: string,
  listing: EmailedListing,
  lead: EmailedLead & { answers: EmailedAnswer[] },
  isCopy = false,
) => ({
  subject: copySubject(isCopy, `New lead: ${fullName(lead)} for ${listing.title}`),
  body: (
    <EmailLayout
      preview={emailHeaderLine([localPhone(lead.phone, listing), lead.note].filter(Boolean).join(' · '))}
      heading={`${fullName(lead)} is interested in ${listing.title}`}
      footer={isCopy ? WHY_COPY : WHY_LEAD_EMAIL}
    >
      <LargePhoneLink phone={lead.phone} country={listing.country} />
      {lead.note && <QuotedText>{lead.note}</QuotedText>}
      <Answers answers={lead.answers} />
      <ReplyAddress email={lead.email} />
      <EmailButton href={leadUrl(appUrl, lead)}>Open lead</EmailButton>
      <ListingLink appUrl={appUrl} listing={listing} />
    </EmailLayout>
  ),
})

/** For answers that arrive after the agent was told of the lead. */
export const answersEmail = (
  appUrl: string,
  listing: EmailedListing,
  lead: EmailedLead,
  answers: EmailedAnswer[],
  isCopy = false,
) => {
  const heading = `${fullName(lead)} answered your questions about ${listing.title}`
  return {
    subject: copySubject(isCopy, heading),
    body: (
      <EmailLayout
        preview={emailHeaderLine(answers.map(({ answer }) => answer).join(' · '))}
        heading={heading}
        footer={isCopy ? WHY_COPY : WHY_LEAD_EMAIL}
      >
        <LargePhoneLink phone={lead.phone} country={listing.country} />
        <Answers answers={answers} />
        <ReplyAddress email={lead.email} />
        <EmailButton href={leadUrl(appUrl, lead)}>Open lead</EmailButton>
        <ListingLink appUrl={appUrl} listing={listing} />
      </EmailLayout>
    ),
  }
}

interface FurtherNote {
  body: string
  phone: string | null
  fromOwnBrowser: boolean
}

export const repeatLeadEmail = (
  appUrl: string,
  listing: EmailedListing,
  lead: EmailedLead,
  note: FurtherNote,
  isCopy = false,
) => {
  const { body, phone, fromOwnBrowser } = note
  const { title } = listing
  return {
    subject: copySubject(isCopy, `${fullName(lead)} wrote again about ${title}`),
    body: (
      <EmailLayout
        preview={emailHeaderLine([phone && localPhone(phone, listing), body].filter(Boolean).join(' · '))}
        heading={`${fullName(lead)} wrote again about ${title}`}
        footer={isCopy ? WHY_COPY : WHY_LEAD_EMAIL}
      >
        <LargePhoneLink phone={lead.phone} country={listing.country} />
        {body && <QuotedText>{body}</QuotedText>}
        <ReplyAddress email={lead.email} />
        {phone && (
          <PhoneNumbers people={[{ name: 'They left a different phone number', phone }]} country={listing.country} />
        )}
        {!fromOwnBrowser && <EmailText>{NOT_CONFIRMED}</EmailText>}
        <EmailButton href={leadUrl(appUrl, lead)}>Open lead</EmailButton>
        <ListingLink appUrl={appUrl} listing={listing} />
      </EmailLayout>
    ),
  }
}

export const digestEmail = (
  appUrl: string,
  { title, country }: Pick<EmailedListing, 'title' | 'country'>,
  leads: Pick<EmailedLead, 'firstName' | 'lastName' | 'phone'>[],
  isCopy = false,
) => {
  const heading = `${formatCount(leads.length, 'more lead')} for ${title}`
  const unnamed = leads.length - MAX_NAMED_LEADS
  return {
    subject: copySubject(isCopy, heading),
    body: (
      <EmailLayout
        preview="You’ve had a lot of enquiries."
        heading={heading}
        footer={
          isCopy
            ? WHY_COPY
            : 'You’re receiving this because many buyers left their details on your listing within an hour.'
        }
      >
        <EmailText>
          You’ve had a lot of enquiries, so we’ve combined them in one email. They’re all in your leads.
        </EmailText>
        <PhoneNumbers
          people={leads.slice(0, MAX_NAMED_LEADS).map(({ phone, ...lead }) => ({ name: fullName(lead), phone }))}
          country={country}
        />
        {unnamed > 0 && <EmailText>{`And ${unnamed} more.`}</EmailText>}
        <EmailButton href={`${appUrl}/portal/leads`}>View leads</EmailButton>
      </EmailLayout>
    ),
  }
}

/** What an email to a buyer shows. Nothing in it contains a link. */
export interface SharedListing {
  title: string
  /** Empty if it is not known, or if the title says it already. */
  address: string
  cover: { url: string; width: number; height: number } | null
  documents: string[]
  agent: {
    name: string
    agencyName: string
    licenceLine: string
    phone: string
    callLink: string
    photoUrl: string | null
  }
  sender: EmailSender
}

const MAX_NAMED_DOCUMENTS = 10

/**
 * The owner of this address may never have heard of us, so it contains nothing that a stranger typed, not even a name. With a code if the
 * listing's page waits for one.
 */
export const privateLinkEmail = (
  link: string,
  { title, address, cover, documents, agent, sender }: SharedListing,
  code?: string,
) => ({
  subject: emailHeaderLine(code ? `${code} is your code for ${title}` : `Your documents for ${title}`),
  body: (
    <EmailLayout
      sender={sender}
      preview={code ? 'Type the code on the listing’s page.' : 'Your private link, for any device.'}
      photo={cover ? { ...cover, alt: title } : undefined}
      heading={`The documents for ${title}`}
      footer="You’re receiving this because someone left your details on this listing. If that wasn’t you, ignore this email, or open the link and delete them."
    >
      {address && <EmailText>{address}</EmailText>}
      {code && <TypedCode code={code} />}
      <EmailText>
        This link opens the documents on any device, as often as you like. It’s only for you, so please don’t share it.
      </EmailText>
      <EmailButton href={link}>Open the documents</EmailButton>
      <DocumentNames names={documents} />
      <AgentSignature agent={agent} />
      <EmailText>
        On the same page you can view, edit or delete your details. To contact the agent, reply to this email.
      </EmailText>
    </EmailLayout>
  ),
})

const TypedCode = ({ code }: { code: string }) => (
  <>
    <EmailText>To open the documents on the page where you left your details, type this code:</EmailText>
    <Text style={{ ...paragraph, fontSize: 32, fontWeight: 600, letterSpacing: 4, lineHeight: '40px' }}>{code}</Text>
    <EmailText>It works for 10 minutes. Never tell it to anyone, not even to the agent.</EmailText>
  </>
)

export function DocumentNames({ names }: { names: string[] }) {
  if (names.length === 0) return null
  const unnamed = names.length - MAX_NAMED_DOCUMENTS
  return (
    <ul style={{ ...paragraph, paddingLeft: 20 }}>
      {names.slice(0, MAX_NAMED_DOCUMENTS).map((name, place) => (
        <li key={place}>{name}</li>
      ))}
      {unnamed > 0 && <li>{`and ${unnamed} more`}</li>}
    </ul>
  )
}

/** The agent's photo beside their name, agency, licence and phone number: as much as the agent shows. */
export function AgentSignature({ agent }: Pick<SharedListing, 'agent'>) {
  const { name, agencyName, licenceLine, phone, callLink, photoUrl } = agent
  const lines = [
    name && <strong>{name}</strong>,
    agencyName,
    licenceLine && <span style={{ color: emailColours.quiet, fontSize: 13 }}>{licenceLine}</span>,
    phone && <EmailLink href={callLink}>{phone}</EmailLink>,
  ].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" style={{ margin: '0 0 16px' }}>
      <tbody>
        <tr>
          {photoUrl && (
            <td style={{ paddingRight: 14, verticalAlign: 'top' }}>
              <img src={photoUrl} alt="" width={56} height={56} style={{ borderRadius: 28, display: 'block' }} />
            </td>
          )}
          <td style={{ ...paragraph, verticalAlign: 'middle' }}>
            {lines.map((line, place) => (
              <Fragment key={place}>
                {place > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** For the address that a buyer had proven before: the change may not have been theirs. */
export const emailMovedEmail = (title: string, sender: EmailSender) => ({
  subject: emailHeaderLine(`Your email address for ${title} was changed`),
  body: (
    <EmailLayout
      sender={sender}
      preview="Your earlier private link no longer works."
      heading={`Your email address for ${title} was changed`}
      footer="You’re receiving this because this address belonged to an enquiry about this listing. It won’t get any more emails about it."
    >
      <EmailText>
        Someone with your private link changed the email address of your enquiry. Earlier links no longer work. We sent
        a new one to the new address.
      </EmailText>
      <EmailText>
        If that wasn’t you, reply to this email to tell the agent. You can leave your details on the listing again at
        any time.
      </EmailText>
    </EmailLayout>
  ),
})

const paragraph = { color: emailColours.text, fontSize: 16, lineHeight: '24px', margin: '0 0 16px' } as const
export const emailLinkStyle = { color: emailColours.teal, textDecoration: 'none' }

/** As people near the listing dial it. */
const localPhone = (phone: string, { country }: Pick<EmailedListing, 'country'>) =>
  formatPhone(phone, country ?? undefined)

interface ShownPhone {
  phone: string
  country: string | null
}

export const CallLink = ({ phone, country }: ShownPhone) => (
  <a href={phoneLink(phone)} style={emailLinkStyle}>
    {localPhone(phone, { country })}
  </a>
)

/** The listing's questions, each with what the buyer answered. */
const Answers = ({ answers }: { answers: EmailedAnswer[] }) =>
  answers.length > 0 && (
    <EmailText>
      {answers.map(({ question, answer }, place) => (
        <Fragment key={place}>
          {place > 0 && <br />}
          {`${question} `}
          <strong>{answer}</strong>
        </Fragment>
      ))}
    </EmailText>
  )

/** The first thing in the email, because agents call first. */
export const LargePhoneLink = ({ phone, country }: ShownPhone) => (
  <Text style={{ color: emailColours.text, fontSize: 24, fontWeight: 600, lineHeight: '32px', margin: '0 0 12px' }}>
    <CallLink phone={phone} country={country} />
  </Text>
)

interface NamedPhone {
  name: string
  phone: string
}

/** Names with numbers to ring. */
export const PhoneNumbers = ({ people, country }: { people: NamedPhone[]; country: string | null }) => (
  <Text style={{ color: emailColours.text, fontSize: 16, lineHeight: '32px', margin: '0 0 16px' }}>
    {people.map(({ name, phone }, place) => (
      <Fragment key={place}>
        {place > 0 && <br />}
        {`${name}: `}
        <CallLink phone={phone} country={country} />
      </Fragment>
    ))}
  </Text>
)

const ReplyAddress = ({ email }: { email: string }) => (
  <EmailText>
    <a href={emailLink(email)} style={emailLinkStyle}>
      {email}
    </a>
    {' (reply to this email to write to them)'}
  </EmailText>
)

/** Which listing it is, with the way to it in the portal. */
const ListingLink = ({ appUrl, listing: { id, title, address } }: { appUrl: string; listing: EmailedListing }) => (
  <EmailText>
    {'Listing: '}
    <a href={`${appUrl}/portal/listings/${id}`} style={emailLinkStyle}>
      {title}
    </a>
    {address && <br />}
    {address}
  </EmailText>
)

/** What a buyer wrote, set apart from our text. */
export const QuotedText = ({ children }: { children: string }) => (
  <div style={{ borderLeft: `3px solid ${emailColours.line}`, paddingLeft: 16 }}>
    <EmailText>{children}</EmailText>
  </div>
)

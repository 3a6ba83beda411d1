import { Text } from '@react-email/text'
import { Fragment } from 'react'
import { emailColours } from '#platform/mail/look.ts'
import { EmailText } from '#platform/mail/MailText.tsx'
import { formatPhone } from '#platform/phone.server.ts'
import { phoneLink } from '#platform/phone.ts'

const linkStyle = { color: emailColours.teal, textDecoration: 'none' }

const CallLink = ({ phone }: { phone: string }) => (
  <a href={phoneLink(phone)} style={linkStyle}>
    {formatPhone(phone)}
  </a>
)

/** What an agent does first: call. */
export const PhoneNumber = ({ phone }: { phone: string }) => (
  <Text style={{ color: emailColours.text, fontSize: 24, fontWeight: 600, lineHeight: '32px', margin: '0 0 4px' }}>
    <CallLink phone={phone} />
  </Text>
)

interface NamedPhone {
  name: string
  phone: string
}

/** A line each. */
export const PhoneNumbers = ({ people }: { people: NamedPhone[] }) => (
  <Text style={{ color: emailColours.text, fontSize: 16, lineHeight: '32px', margin: '0 0 16px' }}>
    {people.map(({ name, phone }, place) => (
      <Fragment key={place}>
        {place > 0 && <br />}
        {`${name}: `}
        <CallLink phone={phone} />
      </Fragment>
    ))}
  </Text>
)

export const ReplyAddress = ({ email }: { email: string }) => (
  <EmailText>
    <a href={`mailto:${email}`} style={linkStyle}>
      {email}
    </a>
    {' (reply to this email to write to them)'}
  </EmailText>
)

/** Somebody else's words, set apart from ours. */
export const QuotedText = ({ children }: { children: string }) => (
  <div style={{ borderLeft: `3px solid ${emailColours.line}`, paddingLeft: 16 }}>
    <EmailText>{children}</EmailText>
  </div>
)

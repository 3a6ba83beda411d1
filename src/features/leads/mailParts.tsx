import { Text } from '@react-email/text'
import { Fragment } from 'react'
import { colour } from '#platform/mail/look.ts'
import { MailText } from '#platform/mail/MailText.tsx'
import { formatPhone } from '#platform/phone.server.ts'
import { phoneLink } from '#platform/phone.ts'

const link = { color: colour.teal, textDecoration: 'none' }

const CallLink = ({ phone }: { phone: string }) => (
  <a href={phoneLink(phone)} style={link}>
    {formatPhone(phone)}
  </a>
)

/** What an agent does first: call. */
export const PhoneNumber = ({ phone }: { phone: string }) => (
  <Text style={{ color: colour.text, fontSize: 24, fontWeight: 600, lineHeight: '32px', margin: '0 0 4px' }}>
    <CallLink phone={phone} />
  </Text>
)

interface Callable {
  name: string
  phone: string
}

/** A line each. */
export const PhoneNumbers = ({ people }: { people: Callable[] }) => (
  <Text style={{ color: colour.text, fontSize: 16, lineHeight: '32px', margin: '0 0 16px' }}>
    {people.map(({ name, phone }, place) => (
      <Fragment key={place}>
        {place > 0 && <br />}
        {`${name}: `}
        <CallLink phone={phone} />
      </Fragment>
    ))}
  </Text>
)

export const AnswerTo = ({ email }: { email: string }) => (
  <MailText>
    <a href={`mailto:${email}`} style={link}>
      {email}
    </a>
    {' (reply to this email to write to them)'}
  </MailText>
)

/** Somebody else's words, set apart from ours. */
export const MailQuote = ({ children }: { children: string }) => (
  <div style={{ borderLeft: `3px solid ${colour.line}`, paddingLeft: 16 }}>
    <MailText>{children}</MailText>
  </div>
)

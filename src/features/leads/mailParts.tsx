import { Text } from '@react-email/text'
import { colour } from '#platform/mail/look.ts'
import { MailText } from '#platform/mail/MailText.tsx'

const link = { color: colour.teal, textDecoration: 'none' }

interface PhoneLinkProps {
  phone: string
  /** Whose it is, where several people are named. */
  name?: string
  isLarge?: boolean
}

/** What an agent does first: call. A number that no phone can dial is shown as it was typed. */
export function PhoneLink({ phone, name, isLarge = false }: PhoneLinkProps) {
  const number = phone.replace(/[^\d+]/g, '')
  const size = isLarge
    ? { fontSize: 24, fontWeight: 600, lineHeight: '32px', margin: '0 0 4px' }
    : { fontSize: 16, lineHeight: '24px', margin: '0 0 8px' }
  return (
    <Text style={{ ...size, color: colour.text }}>
      {name && `${name}: `}
      <a href={`tel:${number}`} style={link}>
        {phone}
      </a>
    </Text>
  )
}

export const Written = ({ email }: { email: string }) => (
  <MailText>
    <a href={`mailto:${email}`} style={link}>
      {email}
    </a>
    {' (answer this mail to write to them)'}
  </MailText>
)

/** Somebody else's words, set apart from ours. */
export const MailQuote = ({ children }: { children: string }) => (
  <div style={{ borderLeft: `3px solid ${colour.line}`, paddingLeft: 16 }}>
    <MailText>{children}</MailText>
  </div>
)

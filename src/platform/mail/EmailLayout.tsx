import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Text } from '@react-email/text'
import { Children, createContext, Fragment, type ReactNode, useContext } from 'react'
import { gray, teal } from '#ui/theme/tokens.ts'

/** The site's colours by their use in an email. */
export const emailColours = { teal, text: gray[9], quiet: gray[6], line: gray[2], page: gray[1] }

const emailFont = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

interface EmailLayoutProps {
  /** Shown beside the subject in an inbox. */
  preview: string
  heading: string
  /** Above the heading. */
  photo?: EmailPhoto
  /** Why the reader gets this email, in one sentence. */
  footer: string
  /** In whose name it is sent. Missing for our own emails. */
  sender?: EmailSender
  children: ReactNode
}

/** A picture of ours that anyone can load. Nothing in its address says who does. */
interface EmailPhoto {
  url: string
  alt: string
  width: number
  height: number
}

/** The agency in whose name an email to a buyer is sent. */
export interface EmailSender {
  /** Null for an agency whose emails look like ours. */
  brand: EmailBrand | null
  /** At the end of each email, in the agency's words. Empty if there is nothing to say. */
  closing: string
}

interface EmailBrand {
  name: string
  legalLine: string
  /** Readable on white, and under white text. Null means ours. */
  colour: string | null
  /** Of ours, as large as it is shown. */
  logo: { url: string; width: number; height: number } | null
}

/** The colour of what can be clicked. */
const AccentContext = createContext(emailColours.teal)

/** The layout of every email: one column, a white card, nothing to load from other sites. */
export function EmailLayout({ preview, heading, photo, footer, sender, children }: EmailLayoutProps) {
  const brand = sender?.brand
  return (
    <Html lang="en-NZ">
      <Head />
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: emailColours.page, fontFamily: emailFont, margin: 0, padding: '32px 12px' }}>
        <Container style={{ maxWidth: 560 }}>
          {!brand && <OwnLogo />}
          <Card accent={brand?.colour ?? undefined}>
            {brand && <BrandName {...brand} />}
            {photo && <img src={photo.url} alt={photo.alt} width={photo.width} height={photo.height} style={picture} />}
            <Heading as="h1" style={{ ...title, margin: '0 0 16px' }}>
              {heading}
            </Heading>
            <AccentContext value={brand?.colour ?? emailColours.teal}>{children}</AccentContext>
            {sender?.closing && <EmailText>{sender.closing}</EmailText>}
            {brand?.legalLine && <Text style={{ ...smallPrint, margin: '0 0 12px' }}>{brand.legalLine}</Text>}
          </Card>
          <Text style={{ ...smallPrint, margin: '16px 4px 0' }}>
            {footer}
            <UnsubscribeLink />
            {brand && (
              <>
                <br />
                Sent with Property Files.
              </>
            )}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

const OwnLogo = () => (
  <Text data-skip-in-text="true" style={{ ...logo, margin: '0 0 16px 4px' }}>
    <span aria-hidden="true" style={sign}>
      ⌂
    </span>
    Property Files
  </Text>
)

/** The agency's logo, or its name: also where the email program does not load pictures. On the card, because logos are made for white. */
const BrandName = ({ name, logo: picture }: EmailBrand) => (
  <Text data-skip-in-text="true" style={{ ...logo, margin: '0 0 20px' }}>
    {picture ? (
      <img src={picture.url} alt={name} width={picture.width} height={picture.height} style={logoPicture} />
    ) : (
      name
    )}
  </Text>
)

/** The link that switches this type of email off. The mailer knows it; most emails have none. */
export const UnsubscribeContext = createContext<string | undefined>(undefined)

function UnsubscribeLink() {
  const url = useContext(UnsubscribeContext)
  if (!url) return null
  return (
    <>
      {' '}
      <a href={url} style={{ color: emailColours.quiet, textDecoration: 'underline' }}>
        Turn off these emails
      </a>
    </>
  )
}

/** A table, because some email programs support padding only on cells. */
function Card({ accent, children }: { accent?: string; children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'separate' }}>
      <tbody>
        <tr>
          <td style={accent ? { ...card, borderTop: `4px solid ${accent}` } : card}>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

const smallPrint = { color: emailColours.quiet, fontSize: 13, lineHeight: '20px' }
/** Two lines of a name fit where pictures are not loaded. */
const logoPicture = { display: 'block', fontSize: 15, lineHeight: '20px' }
const logo = { color: emailColours.text, fontSize: 16, fontWeight: 600, lineHeight: '24px' }
/** The logo as text, because email programs block pictures. */
const sign = {
  backgroundColor: emailColours.teal,
  borderRadius: 7,
  color: '#ffffff',
  display: 'inline-block',
  fontSize: 17,
  height: 26,
  lineHeight: '25px',
  marginRight: 10,
  textAlign: 'center',
  width: 26,
} as const
const title = {
  color: emailColours.text,
  fontSize: 22,
  fontWeight: 600,
  lineHeight: '28px',
  letterSpacing: '-0.01em',
  overflowWrap: 'break-word',
} as const
/** As wide as the card, on a phone too. */
const picture = {
  borderRadius: 8,
  color: emailColours.quiet,
  display: 'block',
  height: 'auto',
  marginBottom: 20,
  maxWidth: '100%',
  width: '100%',
} as const
/** The width of the card inside its padding. */
export const EMAIL_PHOTO_WIDTH = 502
const card = {
  backgroundColor: '#ffffff',
  border: `1px solid ${emailColours.line}`,
  borderRadius: 8,
  padding: '28px 28px 20px',
}

export function EmailText({ children }: { children: ReactNode }) {
  return (
    <Text
      style={{
        color: emailColours.text,
        fontSize: 16,
        lineHeight: '24px',
        margin: '0 0 16px',
        overflowWrap: 'break-word',
      }}
    >
      {Children.map(children, (child) => (typeof child === 'string' ? withBreaks(child) : child))}
    </Text>
  )
}

/** Keeps the line breaks of a buyer's note in every email program and in the text part. */
const withBreaks = (text: string) =>
  text.split(/\r?\n/).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))

/** The main action. In the text part, its label with the URL below. */
export function EmailButton({ href, children }: { href: string; children: string }) {
  const accent = useContext(AccentContext)
  return (
    <div style={{ margin: '8px 0 16px' }}>
      <Button
        href={href}
        data-button="true"
        style={{
          backgroundColor: accent,
          borderRadius: 8,
          color: '#ffffff',
          fontSize: 16,
          fontWeight: 600,
          padding: '12px 20px',
        }}
      >
        {children}
      </Button>
    </div>
  )
}

/** A link in a text, in the colour of the email. */
export function EmailLink({ href, children }: { href: string; children: ReactNode }) {
  const color = useContext(AccentContext)
  return (
    <a href={href} style={{ color, textDecoration: 'none' }}>
      {children}
    </a>
  )
}

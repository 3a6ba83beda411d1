import { Text } from '@react-email/text'
import { Fragment } from 'react'
import { EmailButton, EmailLayout, EmailText, emailColours } from '#platform/mail/EmailLayout.tsx'
import { formatPhone } from '#platform/phone/phone.server.ts'
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
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)
const leadUrl = (appUrl: string, { id }: EmailedLead) => `${appUrl}/portal/leads?lead=${id}`
const WHY_LEAD_EMAIL =
  'You’re receiving this because a buyer left their details on your listing. You can switch these emails off in your settings.'
const NOT_CONFIRMED =
  'This came from another browser and isn’t confirmed by email. If it matters, call the buyer on the number you already have.'

export const newLeadEmail = (appUrl: string, title: string, lead: EmailedLead) => ({
  subject: oneLine(`New lead: ${fullName(lead)} for ${title}`),
  body: (
    <EmailLayout
      preview={oneLine([formatPhone(lead.phone), lead.note].filter(Boolean).join(' · '))}
      heading={`${fullName(lead)} is interested in ${title}`}
      footer={WHY_LEAD_EMAIL}
    >
      <PhoneNumber phone={lead.phone} />
      <ReplyAddress email={lead.email} />
      {lead.note && <QuotedText>{lead.note}</QuotedText>}
      <EmailButton href={leadUrl(appUrl, lead)}>Open lead</EmailButton>
    </EmailLayout>
  ),
})

interface FurtherNote {
  body: string
  phone: string | null
  fromOwnBrowser: boolean
}

export const repeatLeadEmail = (appUrl: string, title: string, lead: EmailedLead, note: FurtherNote) => {
  const { body, phone, fromOwnBrowser } = note
  return {
    subject: oneLine(`${fullName(lead)} wrote again about ${title}`),
    body: (
      <EmailLayout
        preview={oneLine([phone && formatPhone(phone), body].filter(Boolean).join(' · '))}
        heading={`${fullName(lead)} wrote again about ${title}`}
        footer={WHY_LEAD_EMAIL}
      >
        <PhoneNumber phone={lead.phone} />
        <ReplyAddress email={lead.email} />
        {body && <QuotedText>{body}</QuotedText>}
        {phone && <PhoneNumbers people={[{ name: 'They left a different phone number', phone }]} />}
        {!fromOwnBrowser && <EmailText>{NOT_CONFIRMED}</EmailText>}
        <EmailButton href={leadUrl(appUrl, lead)}>Open lead</EmailButton>
      </EmailLayout>
    ),
  }
}

export const digestEmail = (
  appUrl: string,
  title: string,
  leads: Pick<EmailedLead, 'firstName' | 'lastName' | 'phone'>[],
) => {
  const heading = `${formatCount(leads.length, 'more lead')} for ${title}`
  const unnamed = leads.length - MAX_NAMED_LEADS
  return {
    subject: oneLine(heading),
    body: (
      <EmailLayout
        preview="You’ve had a lot of enquiries."
        heading={heading}
        footer="You’re receiving this because many buyers left their details on your listing within an hour. You can switch these emails off in your settings."
      >
        <EmailText>
          You’ve had a lot of enquiries, so we’ve combined them in one email. They’re all in your leads.
        </EmailText>
        <PhoneNumbers
          people={leads.slice(0, MAX_NAMED_LEADS).map(({ phone, ...lead }) => ({ name: fullName(lead), phone }))}
        />
        {unnamed > 0 && <EmailText>{`And ${unnamed} more.`}</EmailText>}
        <EmailButton href={`${appUrl}/portal/leads`}>View leads</EmailButton>
      </EmailLayout>
    ),
  }
}

/** The owner of this address may never have heard of us, so it contains nothing that a stranger typed, not even a name. */
export const privateLinkEmail = (link: string, title: string) => ({
  subject: oneLine(`Your documents for ${title}`),
  body: (
    <EmailLayout
      preview="Your private link, for any device."
      heading={`The documents for ${title}`}
      footer="You’re receiving this because someone left your details on this listing. If that wasn’t you, ignore this email, or open the link and delete them."
    >
      <EmailText>
        This link opens the documents on any device, as often as you like. It’s only for you, so please don’t share it.
      </EmailText>
      <EmailButton href={link}>Open the documents</EmailButton>
      <EmailText>
        On the same page you can view, edit or delete your details. To contact the agent, reply to this email.
      </EmailText>
    </EmailLayout>
  ),
})

/** For the address that a buyer had proven before: the change may not have been theirs. */
export const emailMovedEmail = (title: string) => ({
  subject: oneLine(`Your email address for ${title} was changed`),
  body: (
    <EmailLayout
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

const linkStyle = { color: emailColours.teal, textDecoration: 'none' }

const CallLink = ({ phone }: { phone: string }) => (
  <a href={phoneLink(phone)} style={linkStyle}>
    {formatPhone(phone)}
  </a>
)

/** The first thing in the email, because agents call first. */
const PhoneNumber = ({ phone }: { phone: string }) => (
  <Text style={{ color: emailColours.text, fontSize: 24, fontWeight: 600, lineHeight: '32px', margin: '0 0 4px' }}>
    <CallLink phone={phone} />
  </Text>
)

interface NamedPhone {
  name: string
  phone: string
}

const PhoneNumbers = ({ people }: { people: NamedPhone[] }) => (
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

const ReplyAddress = ({ email }: { email: string }) => (
  <EmailText>
    <a href={emailLink(email)} style={linkStyle}>
      {email}
    </a>
    {' (reply to this email to write to them)'}
  </EmailText>
)

/** What a buyer wrote, set apart from our text. */
const QuotedText = ({ children }: { children: string }) => (
  <div style={{ borderLeft: `3px solid ${emailColours.line}`, paddingLeft: 16 }}>
    <EmailText>{children}</EmailText>
  </div>
)

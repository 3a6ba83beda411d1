import { shownName } from '#features/agencies/agencies.emails.tsx'
import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { OFFICE_LINK_DAYS } from './brand.schema.ts'

interface OfficeLinkFacts {
  link: string
  agencyName: string
  /** Who entered the address. */
  requestedBy: string
}

/** To the office's address. Opening the link changes nothing: its page has a button. */
export function confirmOfficeEmail({ link, agencyName, requestedBy }: OfficeLinkFacts) {
  const agency = shownName(agencyName, 'their agency')
  return {
    subject: `Confirm this address for ${agency}`,
    body: (
      <EmailLayout
        preview="It will get a copy of each email about a new lead."
        heading="Confirm this address"
        footer={`You’re receiving this because ${requestedBy} entered your address. If you don’t know them, you can ignore this email and nothing will be sent to you.`}
      >
        <EmailText>
          {`${requestedBy} wants this address to get a copy of each email about a new lead at ${agency}, with the buyer’s name, phone number and message.`}
        </EmailText>
        <EmailButton href={link}>Review and confirm</EmailButton>
        <EmailText>{`The link works for ${OFFICE_LINK_DAYS} days.`}</EmailText>
      </EmailLayout>
    ),
  }
}

interface OfficeChangeFacts {
  agencyName: string
  changedBy: string
  /** Empty if it was removed. */
  officeEmail: string
  appUrl: string
}

/** To the owners. */
export function officeEmailChangedEmail({ agencyName, changedBy, officeEmail, appUrl }: OfficeChangeFacts) {
  const agency = shownName(agencyName, 'your agency')
  const change = officeEmail ? `changed it to ${officeEmail}` : 'removed it'
  return {
    subject: `The office email address of ${agency} has changed`,
    body: (
      <EmailLayout
        preview={`${changedBy} ${change}.`}
        heading="Your office email address has changed"
        footer="You’re receiving this because you’re an owner of an agency on Property Files."
      >
        <EmailText>{`${changedBy} ${change}.`}</EmailText>
        <EmailText>
          {officeEmail
            ? 'Once the address is confirmed, it gets a copy of each email about a new lead. If this isn’t right, change it on the Brand page.'
            : 'Nobody gets copies of the emails about new leads now.'}
        </EmailText>
        <EmailButton href={`${appUrl}/portal/agency/brand`}>Open Brand page</EmailButton>
      </EmailLayout>
    ),
  }
}

import { shownName } from '#features/agencies/agencies.emails.tsx'
import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { FORWARD_LINK_DAYS } from './crm.schema.ts'

interface ForwardLinkFacts {
  link: string
  agencyName: string
  /** Who entered the address. */
  requestedBy: string
}

/** To the address of a CRM, which usually shows it among what it could not read. Opening the link changes nothing. */
export function confirmForwardEmail({ link, agencyName, requestedBy }: ForwardLinkFacts) {
  const agency = shownName(agencyName, 'their agency')
  return {
    subject: `Confirm this address for the leads of ${agency}`,
    body: (
      <EmailLayout
        preview="It will get each new lead."
        heading="Confirm this address"
        footer={`You’re receiving this because ${requestedBy} entered this address. If you don’t know them, you can ignore this email and nothing will be sent to you.`}
      >
        <EmailText>
          {`${requestedBy} wants this address to get each new lead of ${agency}, with the buyer’s name, email address, phone number, message and answers.`}
        </EmailText>
        <EmailButton href={link}>Review and confirm</EmailButton>
        <EmailText>{`The link works for ${FORWARD_LINK_DAYS} days.`}</EmailText>
      </EmailLayout>
    ),
  }
}

interface ForwardsChangedFacts {
  agencyName: string
  changedBy: string
  /** "added crm@example.com" */
  change: string
  appUrl: string
}

/** To the owners. */
export function forwardsChangedEmail({ agencyName, changedBy, change, appUrl }: ForwardsChangedFacts) {
  const agency = shownName(agencyName, 'your agency')
  return {
    subject: `Where ${agency} sends its leads has changed`,
    body: (
      <EmailLayout
        preview={`${changedBy} ${change}.`}
        heading="Where your leads are sent has changed"
        footer="You’re receiving this because you’re an owner of an agency on Property Files."
      >
        <EmailText>{`${changedBy} ${change}.`}</EmailText>
        <EmailText>
          An address in the list gets each new lead once it’s confirmed. If this isn’t right, change it on the
          Connections page.
        </EmailText>
        <EmailButton href={`${appUrl}/portal/agency/connections`}>Open Connections page</EmailButton>
      </EmailLayout>
    ),
  }
}

import { hasLinkInText } from '#platform/input/fieldSchemas.ts'
import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { formatCount } from '#ui/format/format.ts'

const FOOTER = 'You’re receiving this because you manage the connections of an agency on Property Files.'

/** To owners and managers, when a file of their CRM waits for one of them. */
export function feedWaitingEmail({ listings, link }: { listings: number; link: string }) {
  const heading = 'Listings from your CRM are waiting for you'
  return {
    subject: heading,
    body: (
      <EmailLayout preview="Nothing is imported until you’ve checked it." heading={heading} footer={FOOTER}>
        <EmailText>
          {`Your CRM has sent a file with ${formatCount(listings, 'listing')}. Nothing is imported until you’ve checked it.`}
        </EmailText>
        <EmailText>Once you’ve imported the first file, later ones are imported as they arrive.</EmailText>
        <EmailButton href={link}>Check the file</EmailButton>
      </EmailLayout>
    ),
  }
}

/** To owners and managers, when a file of their CRM could not be imported. */
export function feedFailedEmail({ why, link }: { why: string; link: string }) {
  const heading = 'We couldn’t import a file from your CRM'
  return {
    subject: heading,
    body: (
      <EmailLayout preview="Your listings may be out of date." heading={heading} footer={FOOTER}>
        {/* The reason can quote the file: what would become a link in an email is not shown. */}
        <EmailText>{hasLinkInText(why) ? 'The report says what’s wrong with it.' : why}</EmailText>
        <EmailText>
          Until a file can be imported again, your listings here may be out of date. We won’t email you about each
          further file that fails.
        </EmailText>
        <EmailButton href={link}>See the report</EmailButton>
      </EmailLayout>
    ),
  }
}

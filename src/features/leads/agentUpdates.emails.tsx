import { heatLevel, heatLevelLabels } from '#features/analytics/heatLevels.ts'
import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { formatCount, formatNumber, fullName } from '#ui/format/format.ts'
import { CallLink, emailHeaderLine, emailLinkStyle, LargePhoneLink, leadUrl } from './leads.emails.tsx'

/** A lead as the emails describe it: whom to ring, and what to talk about. */
export interface LeadToRing {
  id: string
  firstName: string
  lastName: string
  /** Empty if only an email address is known. */
  phone: string
  listingTitle: string
  /** Of the listing: its phone numbers are shown as they are dialled there. */
  country: string | null
  heat: number
  /** What they read, in words. */
  brief: string
}

/** More than an agent rings in a morning. The rest is in the portal. */
export const MAX_LEADS_TO_RING = 10

export const hotLeadEmail = (appUrl: string, lead: LeadToRing) => ({
  subject: emailHeaderLine(`${fullName(lead)} is reading ${lead.listingTitle} now`),
  body: (
    <EmailLayout
      preview={emailHeaderLine(lead.brief)}
      heading={`${fullName(lead)} is reading now`}
      footer="You’re receiving this because one of your hottest leads opened your documents. We send it at most once a day for each lead."
    >
      {lead.phone && <LargePhoneLink phone={lead.phone} country={lead.country} />}
      <EmailText>{lead.listingTitle}</EmailText>
      <EmailText>{lead.brief}</EmailText>
      <EmailButton href={leadUrl(appUrl, lead)}>Open lead</EmailButton>
    </EmailLayout>
  ),
})

/** `what` is the next action, in the agent's own words. */
export const reminderEmail = (appUrl: string, lead: LeadToRing, what: string) => ({
  subject: emailHeaderLine(`${what}: ${fullName(lead)}, ${lead.listingTitle}`),
  body: (
    <EmailLayout
      preview={emailHeaderLine(lead.brief)}
      heading={`${what}: ${fullName(lead)}`}
      footer="You’re receiving this because you planned it for now."
    >
      {lead.phone && <LargePhoneLink phone={lead.phone} country={lead.country} />}
      <EmailText>{lead.listingTitle}</EmailText>
      <EmailText>{lead.brief}</EmailText>
      <EmailButton href={leadUrl(appUrl, lead)}>Open lead</EmailButton>
    </EmailLayout>
  ),
})

/** `by` is the colleague who assigned them. `all` counts all of them, `leads` are the first. */
export const assignedLeadsEmail = (appUrl: string, by: string, leads: LeadToRing[], all: number) => {
  const [first] = leads
  const what = all === 1 && first ? fullName(first) : formatCount(all, 'lead')
  const heading = `${by} assigned ${what} to you`
  return {
    subject: emailHeaderLine(heading),
    body: (
      <EmailLayout
        preview={emailHeaderLine(leads.map(({ firstName, brief }) => `${firstName}: ${brief}`).join(' '))}
        heading={heading}
        footer="You’re receiving this because a colleague asked you to look after a lead."
      >
        {leads.map((lead) => (
          <LeadEntry key={lead.id} appUrl={appUrl} lead={lead} />
        ))}
        {all > leads.length && <EmailText>{`And ${all - leads.length} more.`}</EmailText>}
        <EmailButton href={all === 1 && first ? leadUrl(appUrl, first) : `${appUrl}/portal/leads?whose=assigned`}>
          {all === 1 ? 'Open lead' : 'View leads'}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** Someone who works in several agencies gets an email for each. */
export const atAgency = (agencyName: string) => (agencyName ? ` at ${agencyName}` : '')

/** `waiting` counts all of them, `leads` are the first. */
export const morningListEmail = (appUrl: string, leads: LeadToRing[], waiting: number, agencyName: string) => {
  const heading = `${formatCount(waiting, 'lead')} to ring today${atAgency(agencyName)}`
  return {
    subject: emailHeaderLine(`${heading}: ${leads.map(({ firstName }) => firstName).join(', ')}`),
    body: (
      <EmailLayout
        preview={emailHeaderLine(leads.map(({ firstName, brief }) => `${firstName}: ${brief}`).join(' '))}
        heading={heading}
        footer="You’re receiving this because leads need a reply. We send it at 7:30 am on days when there are any."
      >
        {leads.map((lead) => (
          <LeadEntry key={lead.id} appUrl={appUrl} lead={lead} />
        ))}
        {waiting > leads.length && <EmailText>{`And ${waiting - leads.length} more.`}</EmailText>}
        <EmailButton href={`${appUrl}/portal/leads?status=needs_reply&sort=heat`}>View leads</EmailButton>
      </EmailLayout>
    ),
  }
}

function LeadEntry({ appUrl, lead }: { appUrl: string; lead: LeadToRing }) {
  const { phone, country, listingTitle, heat, brief } = lead
  return (
    <EmailText>
      <strong>
        <a href={leadUrl(appUrl, lead)} style={emailLinkStyle}>
          {fullName(lead)}
        </a>
      </strong>
      {` · ${heatLevelLabels[heatLevel(heat)]}`}
      {phone && ' · '}
      {phone && <CallLink phone={phone} country={country} />}
      <br />
      {listingTitle}
      <br />
      {brief}
    </EmailText>
  )
}

/** The figures of a week, beside those of the week before. */
export interface WeekFigure {
  label: string
  now: number
  before: number
}

export const weeklySummaryEmail = (appUrl: string, figures: WeekFigure[], waiting: number, agencyName: string) => ({
  subject: emailHeaderLine(`Your listings last week${atAgency(agencyName)}`),
  body: (
    <EmailLayout
      preview={emailHeaderLine(figures.map(({ label, now }) => `${label}: ${formatNumber(now)}`).join(', '))}
      heading={`Your listings last week${atAgency(agencyName)}`}
      footer="You’re receiving this because you have listings on Property Files. We send it on Mondays."
    >
      <EmailText>
        {figures.map(({ label, now, before }, place) => (
          <span key={label}>
            {place > 0 && <br />}
            {`${label}: `}
            <strong>{formatNumber(now)}</strong>
            {` (${formatNumber(before)} the week before)`}
          </span>
        ))}
      </EmailText>
      {waiting > 0 && (
        <EmailText>{`${formatCount(waiting, 'lead')} ${waiting === 1 ? 'needs' : 'need'} a reply.`}</EmailText>
      )}
      <EmailButton href={`${appUrl}/portal/analytics?range=7d`}>View analytics</EmailButton>
    </EmailLayout>
  ),
})

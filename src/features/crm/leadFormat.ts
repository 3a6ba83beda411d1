import * as z from 'zod/mini'
import { html } from '#platform/http/html.ts'
import type { LeadFormat } from '#values/agencyValues.ts'

/** Changes if a line or a property gets another meaning. New ones may be added without that. */
export const LEAD_FORMAT = 'property-files-lead/1'
const SOURCE = 'Property Files'

/** The lead as JSON, attached to each email. docs/connect-your-crm.md describes it. */
export const LeadAttachment = z.strictObject({
  format: z.literal(LEAD_FORMAT),
  /** Of nobody: someone tries out the connection. */
  isTest: z.boolean(),
  id: z.string(),
  receivedAt: z.iso.datetime(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
  answers: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
  /** The link by which the buyer came, in words. */
  channel: z.string(),
  listing: z.strictObject({
    id: z.string(),
    /** The CRM's own id (REAXML `uniqueID`), if the listing came from it. */
    reference: z.string(),
    title: z.string(),
    address: z.string(),
    url: z.string(),
  }),
  agent: z.strictObject({ name: z.string(), email: z.string() }),
  /** The lead in the portal. */
  url: z.string(),
})
export type LeadAttachment = z.infer<typeof LeadAttachment>

interface LeadBody {
  text: string
  html?: string
}

/** The email of each format. */
export const leadBodies: Record<LeadFormat, (lead: LeadAttachment) => LeadBody> = {
  plain: (lead) => ({ text: leadAsText(lead) }),
  enquiry: (lead) => ({ text: leadAsEnquiry(lead) }),
  metadata: (lead) => ({ text: leadAsText(lead), html: leadAsMetadata(lead) }),
}

/** One line for each field, always in this order. Fields without a value are there, so that a line never moves. */
export function leadAsText({ listing, agent, answers, ...lead }: LeadAttachment) {
  const fields: [key: string, value: string][] = [
    ['Format', lead.format],
    ['Test', lead.isTest ? 'yes' : 'no'],
    ['Lead-Id', lead.id],
    ['Received', lead.receivedAt],
    ['Source', SOURCE],
    ['Channel', lead.channel],
    ['Name', leadName(lead)],
    ['First-Name', lead.firstName],
    ['Last-Name', lead.lastName],
    ['Email', lead.email],
    ['Phone', lead.phone],
    ['Message', lead.message],
    ['Listing-Id', listing.id],
    ['Listing-Reference', listing.reference],
    ['Listing-Title', listing.title],
    ['Listing-Address', listing.address],
    ['Listing-Url', listing.url],
    ['Agent-Name', agent.name],
    ['Agent-Email', agent.email],
    ['Lead-Url', lead.url],
    ...answers.flatMap(({ question, answer }, index): [string, string][] => [
      [`Question-${index + 1}`, question],
      [`Answer-${index + 1}`, answer],
    ]),
    ['End', lead.format],
  ]
  return fields.map(([key, value]) => `${key}: ${escapeValue(value)}\n`).join('')
}

/** The labels are to the letter those that Snug asks for, and `:end:` ends the comments. */
function leadAsEnquiry({ listing, ...lead }: LeadAttachment) {
  const fields: [label: string, value: string][] = [
    ['Property id', listing.reference || listing.id],
    ['Property address', listing.address || listing.title],
    ['Property URL', listing.url],
    ['Name', leadName(lead)],
    ['Email', lead.email],
    ['Phone', lead.phone],
    ['Comments', messageAndAnswers(lead)],
  ]
  return `${fields.map(([label, value]) => `${label}: ${toOneLine(value)}`).join('\n')} :end:\n`
}

/** For a program in the head of the page, and the same as text for people. A field without a value is left out. */
function leadAsMetadata(lead: LeadAttachment) {
  const fields: [name: string, value: string][] = [
    ['lead_information_version', '1.0'],
    ['lead_source', SOURCE],
    ['lead_type', 'Buyer'],
    ['lead_name', leadName(lead)],
    ['lead_email', lead.email],
    ['lead_phone', lead.phone],
    ['lead_property_address', lead.listing.address || lead.listing.title],
    ['lead_mls', lead.listing.reference],
    ['lead_message', messageAndAnswers(lead)],
    ['lead_assigned_agent', lead.agent.name],
    ['lead_assigned_agent_email', lead.agent.email],
  ]
  const tags = fields
    .map(([name, value]) => [name, toOneLine(value)] as const)
    .filter(([, value]) => value)
    .map(([name, value]) => html`<meta name="${name}" content="${value}">\n`)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>New lead from ${SOURCE}</title>
${tags}</head>
<body>
<pre style="white-space: pre-wrap; overflow-wrap: anywhere">${leadAsText(lead)}</pre>
</body>
</html>
`.text
}

const leadName = ({ firstName, lastName }: Pick<LeadAttachment, 'firstName' | 'lastName'>) =>
  [firstName, lastName].filter(Boolean).join(' ')

/** These formats have no place for the answers but the message. */
const messageAndAnswers = ({ message, answers }: Pick<LeadAttachment, 'message' | 'answers'>) =>
  [message, ...answers.map(({ question, answer }) => `${question} ${answer}`)].filter(Boolean).join('\n')

/** What programs take for the end of a line. The separators that a few of them know besides become spaces with the other control characters. */
const LINE_BREAK = /\r\n|[\n\r\v\f\x85\u2028\u2029]/g
const CONTROL_CHARACTERS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** A value stays on its line, so a buyer's text can't add a field. */
const escapeValue = (value: string) =>
  value.replaceAll('\\', '\\\\').replace(LINE_BREAK, '\\n').replace(CONTROL_CHARACTERS, ' ').trim()

/** The same for formats without a way to write a line break, and a buyer can't end the comments either. */
const toOneLine = (value: string) =>
  value
    .split(LINE_BREAK)
    .map((line) => line.replace(CONTROL_CHARACTERS, ' ').trim())
    .filter(Boolean)
    .join(' / ')
    .replace(/:(?=end:)/gi, ': ')

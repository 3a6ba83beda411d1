import * as z from 'zod/mini'

/** Changes if a line or a property gets another meaning. New ones may be added without that. */
export const LEAD_FORMAT = 'property-files-lead/1'

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
  listing: z.strictObject({ id: z.string(), title: z.string(), address: z.string(), url: z.string() }),
  agent: z.strictObject({ name: z.string(), email: z.string() }),
  /** The lead in the portal. */
  url: z.string(),
})
export type LeadAttachment = z.infer<typeof LeadAttachment>

/** One line for each field, always in this order. Fields without a value are there, so that a line never moves. */
export function leadAsText({ listing, agent, answers, ...lead }: LeadAttachment) {
  const fields: [key: string, value: string][] = [
    ['Format', lead.format],
    ['Test', lead.isTest ? 'yes' : 'no'],
    ['Lead-Id', lead.id],
    ['Received', lead.receivedAt],
    ['Source', 'Property Files'],
    ['First-Name', lead.firstName],
    ['Last-Name', lead.lastName],
    ['Email', lead.email],
    ['Phone', lead.phone],
    ['Message', lead.message],
    ['Listing-Id', listing.id],
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

/** What programs take for the end of a line. The separators that a few of them know besides become spaces with the other control characters. */
const LINE_BREAK = /\r\n|[\n\r\v\f\x85\u2028\u2029]/g

/** A value stays on its line, so a buyer's text can't add a field. */
const escapeValue = (value: string) =>
  value
    .replaceAll('\\', '\\\\')
    .replace(LINE_BREAK, '\\n')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()

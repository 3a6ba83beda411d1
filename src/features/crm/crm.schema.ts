import * as z from 'zod/mini'
import { EmailAddress } from '#platform/input/fieldSchemas.ts'
import { type LeadFormat, leadFormats } from '#values/agencyValues.ts'

export const MAX_LEAD_FORWARDS = 5

/** How long the link to a new address works. */
export const FORWARD_LINK_DAYS = 7

export const LeadForwardWithFormat = z.strictObject({ email: EmailAddress, format: z.enum(leadFormats) })
export type LeadForwardWithFormat = z.infer<typeof LeadForwardWithFormat>

/** With a program that is known to read the format. */
export const leadFormatLabels: Record<LeadFormat, string> = {
  plain: 'Property Files',
  enquiry: 'Property enquiry (Snug)',
  metadata: 'Lead metadata (Follow Up Boss)',
}

export const LeadForwardInput = z.strictObject({ email: EmailAddress })

export const LeadForwardKeyInput = z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(200)) })

/** What the page of a link shows. A link that never existed counts as expired, and so does one to an address that was removed. */
export type LeadForwardConfirmation =
  | { state: 'expired' }
  | { state: 'open' | 'confirmed'; agencyName: string; email: string }

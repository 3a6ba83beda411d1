/** From the widest to the narrowest. */
export const roles = ['owner', 'manager', 'agent', 'assistant'] as const
export type Role = (typeof roles)[number]

/**
 * How a CRM that reads email wants to have a lead. `plain` is our own documented format, `enquiry` has the labels that Snug documents for
 * enquiries from websites, and `metadata` is the Real Estate Lead Metadata Specification 1.0.
 */
export const leadFormats = ['plain', 'enquiry', 'metadata'] as const
export type LeadFormat = (typeof leadFormats)[number]

/** An address that each new lead is also sent to. */
export interface LeadForward {
  email: string
  format: LeadFormat
  /** When someone who reads it agreed, as an ISO time. Without it nothing is sent. */
  confirmedAt?: string
}

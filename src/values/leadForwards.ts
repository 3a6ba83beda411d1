/** How a CRM that reads email wants to have a lead. `plain` is our own documented format. */
export const leadFormats = ['plain'] as const

/** An address that each new lead is also sent to. */
export interface LeadForward {
  email: string
  format: (typeof leadFormats)[number]
  /** When someone who reads it agreed, as an ISO time. Without it nothing is sent. */
  confirmedAt?: string
}

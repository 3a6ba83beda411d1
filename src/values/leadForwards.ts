/** How a CRM that reads email wants to have a lead. `plain` is our own documented format. */
export const leadFormats = ['plain'] as const

export interface LeadForward {
  email: string
  format: (typeof leadFormats)[number]
}

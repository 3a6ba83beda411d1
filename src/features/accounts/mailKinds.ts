import * as z from 'zod/mini'

/**
 * Emails an agent can switch off. What somebody asked for (a reset, a confirmation) always goes out, and so does what protects
 * the account (a new sign-in, a changed password or address, a deletion): a thief would switch it off first.
 */
export const optionalEmails = {
  new_lead: { title: 'New lead', about: 'A buyer left their details on one of your listings.' },
  export_ready: { title: 'Export ready', about: 'Your data export is ready to download.' },
} as const

export const MailKind = z.enum(Object.keys(optionalEmails) as [keyof typeof optionalEmails])
export type MailKind = keyof typeof optionalEmails

import * as z from 'zod/mini'

/** Mails an agent can switch off. What somebody asked for (a reset, a confirmation) always goes out. */
export const mailKinds = {
  new_lead: { title: 'New lead', about: 'A buyer left their details on one of your listings.' },
  new_sign_in: { title: 'New sign-in', about: 'Somebody signed in to your account from a new device.' },
  password_changed: { title: 'Password changed', about: 'The password of your account was changed.' },
  export_ready: { title: 'Export ready', about: 'The export of your data can be downloaded.' },
} as const

export const MailKind = z.enum(Object.keys(mailKinds) as [keyof typeof mailKinds])
export type MailKind = keyof typeof mailKinds

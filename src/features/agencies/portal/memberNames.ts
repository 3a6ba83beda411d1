import { fullName } from '#ui/format/format.ts'

interface Named {
  firstName: string
  lastName: string
  email: string
}

/** The name, or the email address while there is none. */
export const nameOrEmail = (one: Named) => fullName(one) || one.email

/** An agency without a name is someone's own. */
export const agencyLabel = (name: string) => name || 'Unnamed agency'

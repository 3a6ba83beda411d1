import { fullName } from '#ui/format/format.ts'
import type { Role } from '#values/agencyValues.ts'
import { roleLabels } from '../members.schema.ts'

interface Named {
  firstName: string
  lastName: string
  email: string
}

/** The name, or the email address while there is none. */
export const nameOrEmail = (one: Named) => fullName(one) || one.email

/** Those whose name, email address or role has every word of the search. */
export function searchMembers<Member extends Named & { role: Role }>(members: readonly Member[], search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return members.filter((one) => {
    const text = `${fullName(one)} ${one.email} ${roleLabels[one.role]}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** An agency without a name is someone's own. */
export const agencyLabel = (name: string) => name || 'Unnamed agency'

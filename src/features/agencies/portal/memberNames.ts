import { may } from '#platform/auth/permissions.ts'
import { fullName, nameOrEmail } from '#ui/format/format.ts'
import type { Role } from '#values/agencyValues.ts'
import type { CurrentAgency } from '../agencies.schema.ts'
import { roleLabels } from '../members.schema.ts'

interface Named {
  firstName: string
  lastName: string
  email: string
}

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

interface WhoseOption {
  value: string
  label: string
}

/** Whose rows a member can narrow a list to. Nothing for an agent alone. The empty value stands for everything within reach. */
export function whoseOptions(
  agency: Pick<CurrentAgency, 'role' | 'userId' | 'actsFor' | 'members'>,
  selected: string,
): WhoseOption[] {
  const { role, userId, actsFor, members } = agency
  if (members.length < 2) return []
  const seesAll = may(agency, 'seeWholeAgency')
  const isAssistant = role === 'assistant'
  const usual = [
    { value: '', label: seesAll ? 'Whole agency' : 'Mine and shared' },
    { value: 'mine', label: 'Mine' },
    { value: 'shared', label: 'Shared with me' },
  ]
  const agents = members
    .filter((member) => (isAssistant ? actsFor.length > 1 && actsFor.includes(member.id) : seesAll))
    .filter((member) => member.id !== userId && member.role !== 'assistant')
    .map((member) => ({ value: member.id, label: `Agent: ${nameOrEmail(member)}` }))
  const options = [...usual, ...agents]
  // Someone who has left, or whom a colleague's link names.
  const isKnown = options.some(({ value }) => value === selected)
  return isKnown ? options : [...options, { value: selected, label: 'Another agent' }]
}

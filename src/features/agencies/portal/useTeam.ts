import { useQuery } from '@tanstack/react-query'
import { fullName } from '#ui/format/format.ts'
import { agencyQuery } from '../agencies.functions.ts'
import type { Colleague } from '../agencies.schema.ts'

export const colleagueName = (colleague: Pick<Colleague, 'firstName' | 'lastName' | 'email'>) =>
  fullName(colleague) || colleague.email

/** The people of the agency, as screens about working together need them. */
export function useTeam() {
  const { data: agency } = useQuery(agencyQuery)
  const members = agency?.members ?? []
  const nameOf = (id: string) => {
    const found = members.find((member) => member.id === id)
    return found ? colleagueName(found) : 'Former member'
  }
  return {
    isTeam: members.length > 1,
    userId: agency?.userId,
    members,
    /** Assistants act for others and run no listing themselves. */
    agents: members.filter(({ role }) => role !== 'assistant'),
    nameOf,
  }
}

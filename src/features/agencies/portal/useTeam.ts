import { useQuery } from '@tanstack/react-query'
import { agencyQuery } from '../agencies.functions.ts'
import { nameOrEmail } from './memberNames.ts'

/** The people of the agency, as screens about working together need them. */
export function useTeam() {
  const { data: agency } = useQuery(agencyQuery)
  const members = agency?.members ?? []
  const nameOf = (id: string) => {
    const found = members.find((member) => member.id === id)
    return found ? nameOrEmail(found) : 'Former member'
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

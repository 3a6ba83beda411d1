import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { nameOrEmail } from '#ui/format/format.ts'
import { agencyQuery } from '../agencies.functions.ts'

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

/** When another tab has switched, or the agent was removed from an agency, nothing of it may stay in this tab. */
export function useReloadForAnotherAgency() {
  const { id } = useSuspenseQuery(agencyQuery).data
  const first = useRef(id)
  useEffect(() => {
    if (id !== first.current) window.location.assign('/portal')
  }, [id])
}

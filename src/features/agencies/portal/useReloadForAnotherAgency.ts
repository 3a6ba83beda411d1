import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { agencyQuery } from '../agencies.functions.ts'

/** When another tab has switched, or the agent was removed from an agency, nothing of it may stay in this tab. */
export function useReloadForAnotherAgency() {
  const { id } = useSuspenseQuery(agencyQuery).data
  const first = useRef(id)
  useEffect(() => {
    if (id !== first.current) window.location.assign('/portal')
  }, [id])
}

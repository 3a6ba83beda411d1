import { IconClockCog } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef } from 'react'
import { Notice } from '#ui/Notice.tsx'
import { viewsQuery } from '../analytics.functions.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import { countAgain } from './countAgain.ts'
import { questionOf } from './filters.ts'
import { MayAsk } from './useAnswer.ts'

const REFRESH_MS = 5_000

/** Says that days are still those of the time zone before, for as long as they are. */
export function RecutNote({ wish }: { wish: AnalyticsWish }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...viewsQuery(questionOf(wish)),
    enabled: useContext(MayAsk),
    refetchInterval: ({ state }) => (state.data?.isBeingRecut ? REFRESH_MS : false),
  })
  const isBeingRecut = data?.isBeingRecut
  const was = useRef(isBeingRecut)
  useEffect(() => {
    if (was.current && isBeingRecut === false) countAgain(queryClient)
    was.current = isBeingRecut
  }, [isBeingRecut, queryClient])
  if (!isBeingRecut) return null
  return (
    <Notice role="status" icon={<IconClockCog size={20} aria-hidden />} title="Days are being cut anew">
      Your time zone has changed. Until all days are counted again, they begin when they did before.
    </Notice>
  )
}

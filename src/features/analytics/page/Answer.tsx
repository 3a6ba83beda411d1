import type { ReactNode } from 'react'
import { SectionError } from '#ui/SectionError.tsx'
import classes from './Answer.module.css'

interface AnswerProps<Data> {
  query: { data?: Data; isError: boolean; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown }
  /** Begins the sentence when it could not be fetched. */
  what: string
  /** As tall as what it stands for. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** What was asked for, in whatever state it is. Old numbers stay, paler, until the new ones are here. */
export function Answer<Data>({ query, what, skeleton, children }: AnswerProps<Data>) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = query
  if (data !== undefined)
    return (
      <div className={classes.answer} data-old={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
        {children(data)}
      </div>
    )
  if (isError) return <SectionError what={what} busy={isFetching} onRetry={refetch} />
  return (
    <div role="status" aria-label={`Loading: ${what}`}>
      {skeleton}
    </div>
  )
}

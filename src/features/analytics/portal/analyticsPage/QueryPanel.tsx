import type { ReactNode } from 'react'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import classes from './AnalyticsPage.module.css'

interface QueryPanelProps<Data> {
  query: { data?: Data; isError: boolean; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown }
  /** The subject of the error message. */
  what: string
  /** As tall as the loaded panel. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** The data of a query, its skeleton or its error. Old data stays, paler, until the new data is loaded. */
export function QueryPanel<Data>({ query, what, skeleton, children }: QueryPanelProps<Data>) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = query
  if (data !== undefined)
    return (
      <div className={classes.panel} data-old={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
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

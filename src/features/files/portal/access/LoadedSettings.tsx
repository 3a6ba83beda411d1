import { Skeleton } from '@mantine/core'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SectionError } from '#ui/layout/SectionCard.tsx'

interface LoadedSettingsProps<Settings, Key extends QueryKey> {
  query: UseQueryOptions<Settings, Error, Settings, Key>
  children: (settings: Settings) => ReactNode
}

/** The form of a dialog, once what is stored now is known. */
export function LoadedSettings<Settings, Key extends QueryKey>({
  query,
  children,
}: LoadedSettingsProps<Settings, Key>) {
  const { data, isError, isFetching, refetch } = useQuery(query)
  if (isError) return <SectionError what="the settings" busy={isFetching} onRetry={refetch} />
  // What was stored when the dialog was last open may have changed.
  if (data === undefined || isFetching) return <Skeleton h={240} aria-label="Loading the settings" />
  return children(data)
}

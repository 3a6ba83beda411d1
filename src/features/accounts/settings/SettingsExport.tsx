import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SectionError } from '#ui/SectionError.tsx'
import { exportQuery, type LatestExport, requestExport } from '../settings.functions.ts'
import { ExportState } from './ExportState.tsx'
import { SettingsSection } from './SettingsSection.tsx'

interface DataExportSectionProps {
  timeZone: string
  /** Whether a mail says so when it is ready. */
  mailed: boolean
}

const REFRESH_MS = 3_000
const isExportRunning = (latest: LatestExport | null | undefined) =>
  latest?.state === 'waiting' || latest?.state === 'running'

export function DataExportSection({ timeZone, mailed }: DataExportSectionProps) {
  const queryClient = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery({
    ...exportQuery,
    refetchInterval: ({ state }) => (isExportRunning(state.data) ? REFRESH_MS : false),
  })
  const { mutate: request, isPending } = useMutation({
    mutationFn: () => requestExport(),
    onSettled: () => queryClient.invalidateQueries(exportQuery),
  })
  return (
    <SettingsSection id="data">
      {isError && data === undefined ? (
        <SectionError what="Your export" onRetry={refetch} busy={isFetching} />
      ) : (
        <ExportState
          latest={data}
          busy={isPending || isExportRunning(data)}
          timeZone={timeZone}
          mailed={mailed}
          onRequest={request}
        />
      )}
    </SettingsSection>
  )
}

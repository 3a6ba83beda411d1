import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SectionError } from '#ui/SectionError.tsx'
import { exportQuery, type LatestExport, requestExport } from '../settings.functions.ts'
import { ExportState } from './ExportState.tsx'
import { SettingsSection } from './SettingsSection.tsx'

interface SettingsExportProps {
  timeZone: string
  /** Whether a mail says so when it is ready. */
  mailed: boolean
}

const REFRESH_MS = 3_000
const isUnderWay = (latest: LatestExport | null | undefined) =>
  latest?.state === 'waiting' || latest?.state === 'running'

export function SettingsExport({ timeZone, mailed }: SettingsExportProps) {
  const queryClient = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery({
    ...exportQuery,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? REFRESH_MS : false),
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
          busy={isPending || isUnderWay(data)}
          timeZone={timeZone}
          mailed={mailed}
          onRequest={request}
        />
      )}
    </SettingsSection>
  )
}

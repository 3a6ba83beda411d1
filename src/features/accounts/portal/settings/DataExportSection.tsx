import { Button, Progress, Skeleton } from '@mantine/core'
import { IconAlertCircle, IconDownload, IconFileZip } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconTile } from '#ui/display/IconRow.tsx'
import { fullDate } from '#ui/format/dates.ts'
import { formatBytes } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { icon } from '#ui/theme/theme.ts'
import { confirmProof } from '../../secondFactor/secondFactor.functions.ts'
import { type LatestExport, latestExportQuery, requestExport } from '../../settings.functions.ts'
import classes from './DataExportSection.module.css'
import { SettingsSection } from './SettingsSection.tsx'

interface DataExportSectionProps {
  timeZone: string
  /** Whether an email announces that it is ready. */
  mailed: boolean
}

const REFRESH_MS = 3_000
const isExportRunning = (latest: LatestExport | null | undefined) =>
  latest?.state === 'waiting' || latest?.state === 'running'

const ABOUT_ACCOUNT =
  'One zip file with your account, listings, leads and events as JSON, every file you’ve uploaded, and your photo.'

export function DataExportSection({ timeZone, mailed }: DataExportSectionProps) {
  const queryClient = useQueryClient()
  const query = useQuery({ ...latestExportQuery, refetchInterval: refetchWhileRunning })
  const request = useMutation({
    mutationFn: () => requestExport(),
    onSettled: () => queryClient.invalidateQueries(latestExportQuery),
  })
  return (
    <SettingsSection id="data">
      <ExportRow
        query={query}
        request={request}
        about={ABOUT_ACCOUNT}
        action="Export my data"
        timeZone={timeZone}
        mailed={mailed}
      />
    </SettingsSection>
  )
}

/** Looks again and again until an export is finished. */
export const refetchWhileRunning = ({ state }: { state: { data: LatestExport | null | undefined } }) =>
  isExportRunning(state.data) ? REFRESH_MS : false

interface ExportRowProps extends DataExportSectionProps {
  query: { data: LatestExport | null | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  request: { mutate: () => void; isPending: boolean }
  /** What it contains, while there is none. */
  about: string
  /** The button for the first one. */
  action: string
}

/** An export in each of its states, of an account or of an agency. */
export function ExportRow({ query, request, ...rest }: ExportRowProps) {
  const { data, isError, isFetching, refetch } = query
  if (isError && data === undefined) return <SectionError what="your export" onRetry={refetch} busy={isFetching} />
  const busy = request.isPending || isExportRunning(data)
  return <ExportState latest={data} busy={busy} onRequest={request.mutate} {...rest} />
}

interface ExportStateProps {
  /** Null: never requested, or deleted after its expiry. Undefined: not loaded yet. */
  latest: LatestExport | null | undefined
  busy: boolean
  timeZone: string
  mailed: boolean
  about: string
  action: string
  onRequest: () => void
}

function ExportState({ latest, busy, timeZone, mailed, about, action, onRequest }: ExportStateProps) {
  const isReady = latest?.state === 'ready' && !busy
  const download = useMutation({
    mutationFn: (_href: string) => confirmProof(),
    onSuccess: (_, href) => window.location.assign(href),
  })
  return (
    <div className={classes.row}>
      <IconTile>
        {latest?.state === 'failed' && !busy ? <IconAlertCircle {...icon} /> : <IconFileZip {...icon} />}
      </IconTile>
      <div className={classes.text} aria-live="polite">
        {latest === undefined && <Skeleton h={12} w={220} maw="100%" my={14} aria-label="Loading" />}
        {latest !== undefined && busy && <ExportProgress progress={latest?.progress ?? 0} mailed={mailed} />}
        {isReady && <ExportReady latest={latest} timeZone={timeZone} />}
        {latest?.state === 'failed' && !busy && (
          <p>We couldn’t create your export. Your data is safe. Please try again.</p>
        )}
        {latest === null && !busy && (
          <p>
            {about} {mailed && 'We’ll email you when it’s ready.'}
          </p>
        )}
      </div>
      {isReady && (
        <Button
          component="a"
          href={`/portal/exports/${latest.id}`}
          download
          onClick={(event) => {
            event.preventDefault()
            download.mutate(event.currentTarget.href)
          }}
          variant="default"
          leftSection={<IconDownload {...icon} />}
        >
          Download
        </Button>
      )}
      {latest !== undefined && (
        <Button variant="default" disabled={busy} onClick={() => onRequest()}>
          {exportButtonLabel(latest, busy, action)}
        </Button>
      )}
    </div>
  )
}

function exportButtonLabel(latest: LatestExport | null, busy: boolean, action: string) {
  if (busy) return 'Exporting…'
  if (latest === null) return action
  return latest.state === 'failed' ? 'Try again' : 'Export again'
}

function ExportProgress({ progress, mailed }: { progress: number; mailed: boolean }) {
  return (
    <>
      <p>We’re preparing your export. {mailed ? 'We’ll email you when it’s ready.' : 'You can leave this page.'}</p>
      <Progress value={progress} mt={8} aria-label="Export progress" />
    </>
  )
}

function ExportReady({ latest: { size, expiresAt }, timeZone }: { latest: LatestExport; timeZone: string }) {
  return (
    <>
      <p className={classes.title}>Your export is ready</p>
      <p className={classes.detail}>
        {formatBytes(size ?? 0)} · available until {expiresAt && fullDate(expiresAt, timeZone)}, or until a buyer
        deletes their details
      </p>
    </>
  )
}

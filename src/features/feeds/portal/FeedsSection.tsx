import { Button, Code, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconFileImport, IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { AppError } from '#platform/errors.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { IconRow } from '#ui/display/IconRow.tsx'
import { Pill, type PillTone } from '#ui/display/Pill.tsx'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { shortDateTime } from '#ui/format/dates.ts'
import { formatBytes } from '#ui/format/format.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { icon } from '#ui/theme/theme.ts'
import { apiScopeLabels } from '#values/apiScopes.ts'
import { feedRunsQuery } from '../feeds.functions.ts'
import { FEED_PATH, FEED_UPLOAD_PATH, type FeedRun } from '../feeds.schema.ts'
import { FeedRunDialog } from './FeedRunDialog.tsx'
import classes from './FeedsSection.module.css'
import { summariseFeed } from './summariseFeed.ts'

const ABOUT = 'Upload a REAXML file, or a zip with its photos. You’ll see what changes before anything is imported.'

interface FeedsSectionProps {
  timeZone: string
  /** Where this site is, for the CRM. */
  appUrl: string
  /** The import whose preview or report is open. Empty for none. */
  shownId: string
  onShow: (id: string) => void
}

/** Listings that come from the agency's CRM: files, what they would do, and what they did. */
export function FeedsSection({ timeZone, appUrl, shownId, onShow }: FeedsSectionProps) {
  const { data: runs } = useSuspenseQuery(feedRunsQuery)
  const queryClient = useQueryClient()
  const upload = useMutation({
    mutationFn: uploadFeed,
    onSettled: () => queryClient.invalidateQueries(feedRunsQuery),
  })
  return (
    <SectionCard
      id="feeds"
      title="Listings from your CRM"
      about={ABOUT}
      action={
        <FileButton
          accept=".xml,.zip,text/xml,application/xml,application/zip"
          onChange={(file) => file && upload.mutate(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload {...icon} size={16} />}
              loading={upload.isPending}
            >
              Upload a file
            </Button>
          )}
        </FileButton>
      }
    >
      <SectionBody>
        <Stack gap="sm">
          <FailureAlert error={upload.error} />
          <FeedAddress appUrl={appUrl} />
        </Stack>
      </SectionBody>
      {runs.length > 0 && (
        <SectionBody>
          <ul className={classes.list}>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} timeZone={timeZone} onShow={() => onShow(run.id)} />
            ))}
          </ul>
        </SectionBody>
      )}
      {shownId && <FeedRunDialog key={shownId} id={shownId} onClose={() => onShow('')} />}
    </SectionCard>
  )
}

const states: Record<FeedRun['state'], { label: string; tone: PillTone }> = {
  waiting: { label: 'Reading', tone: 'neutral' },
  previewed: { label: 'Waiting for you', tone: 'attention' },
  running: { label: 'Importing', tone: 'neutral' },
  done: { label: 'Imported', tone: 'positive' },
  failed: { label: 'Failed', tone: 'attention' },
}

function RunRow({ run, timeZone, onShow }: { run: FeedRun; timeZone: string; onShow: () => void }) {
  const { name, size, state, isPushed, createdAt, report } = run
  const { label, tone } = states[state]
  const source = isPushed ? 'Sent by your CRM' : 'Uploaded'
  return (
    <IconRow
      icon={<IconFileImport {...icon} />}
      title={
        <>
          <bdi>{name}</bdi> <Pill tone={tone}>{label}</Pill>
        </>
      }
      detail={
        <>
          <FactsLine facts={[`${source} ${shortDateTime(createdAt, timeZone)}`, formatBytes(size)]} />
          {report && (
            <span className={classes.summary}>
              {report.failure ?? summariseFeed(report, { isPreview: state === 'previewed' })}
            </span>
          )}
        </>
      }
      action={
        report && (
          <div className={classes.action}>
            <Button
              variant="default"
              size="xs"
              aria-label={state === 'previewed' ? `Review ${name}` : `Report on ${name}`}
              onClick={onShow}
            >
              {state === 'previewed' ? 'Review' : 'Report'}
            </Button>
          </div>
        )
      }
    />
  )
}

/** Where a CRM sends its files, and what it needs for that. */
function FeedAddress({ appUrl }: { appUrl: string }) {
  const address = `${appUrl}${FEED_PATH}`
  return (
    <>
      <Text size="sm">
        Your CRM can also send files itself. Give it this address and an API key with “
        {apiScopeLabels['feeds:write'].label}”. The first file waits here until you import it.
      </Text>
      <Group gap="xs">
        <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
        <Button variant="default" size="xs" onClick={() => copyText(address, 'Address copied')}>
          Copy address
        </Button>
      </Group>
    </>
  )
}

const Refusal = z.object({ message: z.string() })

/** Streams the file to the server, which stores it before it is read. */
async function uploadFeed(file: File) {
  const isZip = /\.zip$/i.test(file.name)
  const response = await fetch(`${FEED_UPLOAD_PATH}?${new URLSearchParams({ name: file.name })}`, {
    method: 'POST',
    headers: { 'content-type': isZip ? 'application/zip' : 'application/xml' },
    body: file,
  })
  if (response.ok) return
  const refusal = Refusal.safeParse(await response.json().catch(() => undefined))
  throw new AppError(
    'NotReceived',
    response.status,
    refusal.data?.message ?? 'We couldn’t receive this file. Please try again.',
  )
}

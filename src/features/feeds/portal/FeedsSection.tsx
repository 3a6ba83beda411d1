import { Anchor, Button, FileButton, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileImport, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { IconRow } from '#ui/display/IconRow.tsx'
import { Pill, type PillTone } from '#ui/display/Pill.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { shortDateTime } from '#ui/format/dates.ts'
import { formatBytes, formatCount } from '#ui/format/format.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { confirmFeedRun, discardFeedRun, feedRunQuery, feedRunsQuery } from '../feeds.functions.ts'
import {
  type FeedAction,
  type FeedListingReport,
  type FeedReport,
  type FeedRun,
  ownedFieldNames,
} from '../feeds.schema.ts'
import { FeedAddress } from './FeedAddress.tsx'
import classes from './FeedsSection.module.css'
import { summariseFeed } from './summariseFeed.ts'
import { uploadFeed } from './uploadFeed.ts'

const ABOUT = 'Upload a REAXML file, or a zip with its photos. You’ll see what changes before anything is imported.'

interface FeedsSectionProps {
  timeZone: string
  /** Where this site is, for the CRM. */
  appUrl: string
}

/** Listings that come from the agency's CRM: files, what they would do, and what they did. */
export function FeedsSection({ timeZone, appUrl }: FeedsSectionProps) {
  const { data: runs } = useSuspenseQuery(feedRunsQuery)
  const [shownId, setShownId] = useState<string>()
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
              <RunRow key={run.id} run={run} timeZone={timeZone} onShow={() => setShownId(run.id)} />
            ))}
          </ul>
        </SectionBody>
      )}
      {shownId && <RunDialog id={shownId} onClose={() => setShownId(undefined)} />}
    </SectionCard>
  )
}

const states: Record<FeedRun['state'], { label: string; tone: PillTone }> = {
  waiting: { label: 'Reading', tone: 'neutral' },
  previewed: { label: 'Waiting for you', tone: 'attention' },
  running: { label: 'Importing', tone: 'neutral' },
  done: { label: 'Imported', tone: 'positive' },
  failed: { label: 'Failed', tone: 'ended' },
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

function RunDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: run } = useQuery(feedRunQuery(id))
  const queryClient = useQueryClient()
  const settled = async () => {
    await queryClient.invalidateQueries(feedRunsQuery)
    onClose()
  }
  const confirm = useMutation({ mutationFn: () => confirmFeedRun({ data: { id } }), onSuccess: settled })
  const discard = useMutation({ mutationFn: () => discardFeedRun({ data: { id } }), onSuccess: settled })
  const report = run?.report
  const isPreview = run?.state === 'previewed'
  return (
    <Dialog opened onClose={onClose} title={run?.name ?? 'Import'} size={720} fullScreen="on phones">
      {!run && <Skeleton h={160} />}
      {run && report && (
        <Stack gap="md">
          <Text size="sm">{report.failure ?? summariseFeed(report, { isPreview })}</Text>
          <Problems title="Left out" texts={report.skipped} />
          <Problems title="Photos" texts={report.photoProblems} />
          {report.listings.map((one) => (
            <ListingReport key={one.uniqueId} report={one} isPreview={isPreview} />
          ))}
          <FailureAlert error={confirm.error ?? discard.error} />
          {isPreview && (
            <Group gap="xs" justify="flex-end">
              <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
                Discard file
              </Button>
              <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
                {importLabel(report)}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Dialog>
  )
}

function importLabel({ counts: { created, changed, closed } }: FeedReport) {
  const count = created + changed + closed
  return count === 0 ? 'Import file' : `Import ${formatCount(count, 'listing')}`
}

function Problems({ title, texts }: { title: string; texts: string[] }) {
  if (texts.length === 0) return null
  return (
    <div>
      <Text fw={500} size="sm">
        {title}
      </Text>
      <List size="sm">
        {texts.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </div>
  )
}

const actionLabels: Record<FeedAction, { label: string; tone: PillTone }> = {
  created: { label: 'New draft', tone: 'positive' },
  changed: { label: 'Changed', tone: 'partial' },
  closed: { label: 'Closed', tone: 'ended' },
  same: { label: 'Unchanged', tone: 'neutral' },
  older: { label: 'Out of date', tone: 'neutral' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'attention' },
}

const reasons: Partial<Record<FeedAction, string>> = {
  older: 'The listing here is newer than the file.',
  skipped: 'It’s no longer for sale, and it isn’t one of your listings here.',
}

function ListingReport({ report, isPreview }: { report: FeedListingReport; isPreview: boolean }) {
  const { title, uniqueId, listingId, action, changes, kept, photos, warnings } = report
  const { label, tone } = actionLabels[action]
  const reason = reasons[action]
  return (
    <section aria-label={title}>
      <Group gap="xs">
        <Pill tone={tone}>{label}</Pill>
        <Text fw={500} size="sm">
          {listingId ? (
            <Anchor component={Link} to={`/portal/listings/${listingId}`} inherit>
              <bdi>{title}</bdi>
            </Anchor>
          ) : (
            <bdi>{title}</bdi>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {uniqueId}
        </Text>
      </Group>
      <List size="sm" mt={4}>
        {reason && <List.Item>{reason}</List.Item>}
        {changes.map(({ field, from, to }) => (
          <List.Item key={field}>
            {ownedFieldNames[field]}: {from || 'nothing'} → {to || 'nothing'}
          </List.Item>
        ))}
        {kept.map(({ field, here, sent }) => (
          <List.Item key={field}>
            {ownedFieldNames[field]}: {isPreview ? 'stays' : 'stayed'} “{here || 'nothing'}”, because you changed it
            here. Your CRM says “{sent || 'nothing'}”.
          </List.Item>
        ))}
        {photos > 0 && <List.Item>{formatCount(photos, 'new photo')}</List.Item>}
        {!reason && warnings.map((warning) => <List.Item key={warning}>{warning}</List.Item>)}
      </List>
    </section>
  )
}

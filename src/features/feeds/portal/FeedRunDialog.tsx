import { Anchor, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { Pill, type PillTone } from '#ui/display/Pill.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { formatAmount, formatCount } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { confirmFeedRun, discardFeedRun, feedRunQuery, feedRunsQuery } from '../feeds.functions.ts'
import { type FeedAction, type FeedListingReport, type FeedReport, ownedFieldNames } from '../feeds.schema.ts'
import classes from './FeedRunDialog.module.css'
import { summariseFeed } from './summariseFeed.ts'

/** A file can have thousands of listings. */
const LISTINGS_PER_PAGE = 50

/** What a file would do, with the choice to do it, or what it did. */
export function FeedRunDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: run, error } = useQuery(feedRunQuery(id))
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
      {!run && !error && <Skeleton h={160} />}
      {!run && error && <MissingRun error={error} />}
      {run && !report && (
        <Text size="sm">We’re {run.state === 'running' ? 'importing' : 'reading'} this file. It takes a moment.</Text>
      )}
      {report && (
        <>
          <Stack gap="md">
            <Text size="sm">{report.failure ?? summariseFeed(report, { isPreview })}</Text>
            <Problems title="Not imported" texts={report.skipped} />
            <Problems title="Photos we couldn’t get" texts={report.photoProblems} />
            <ListingReports listings={report.listings} isPreview={isPreview} />
            <FailureAlert error={confirm.error ?? discard.error} />
          </Stack>
          {isPreview && (
            <div className={classes.actions}>
              <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
                Discard file
              </Button>
              <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
                {importLabel(report)}
              </Button>
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}

const MissingRun = ({ error }: { error: Error }) =>
  error instanceof AppError && error.status === 404 ? (
    <Text size="sm">This import isn’t here any more. It was discarded, or it’s older than 90 days.</Text>
  ) : (
    <FailureAlert error={error} />
  )

function importLabel({ counts: { created, changed, closed } }: FeedReport) {
  const count = created + changed + closed
  return count === 0 ? 'Import file' : `Import ${formatCount(count, 'listing')}`
}

function Problems({ title, texts }: { title: string; texts: string[] }) {
  if (texts.length === 0) return null
  return (
    <section className={classes.problems} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {texts.map((text, index) => (
          <li key={index}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ListingReports({ listings, isPreview }: { listings: FeedListingReport[]; isPreview: boolean }) {
  const [shown, setShown] = useState(LISTINGS_PER_PAGE)
  const rest = Math.min(LISTINGS_PER_PAGE, listings.length - shown)
  return (
    <div>
      {listings.slice(0, shown).map((one) => (
        <ListingReport key={one.uniqueId} report={one} isPreview={isPreview} />
      ))}
      {rest > 0 && (
        <Button variant="default" fullWidth onClick={() => setShown(shown + LISTINGS_PER_PAGE)}>
          Show {formatAmount(rest)} more
        </Button>
      )}
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
  const { title, uniqueId, listingId, action } = report
  const { label, tone } = actionLabels[action]
  return (
    <section className={classes.listing} aria-label={title}>
      <div className={classes.head}>
        <h3>
          {listingId ? (
            <Anchor component={Link} to={`/portal/listings/${listingId}`} inherit>
              <bdi>{title}</bdi>
            </Anchor>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h3>
        <Pill tone={tone}>{label}</Pill>
        <span className={classes.uniqueId}>
          <bdi>{uniqueId}</bdi>
        </span>
      </div>
      <ListingDetails report={report} isPreview={isPreview} />
    </section>
  )
}

/** Field by field: what changes, and what stays. */
function ListingDetails({ report, isPreview }: { report: FeedListingReport; isPreview: boolean }) {
  const { action, changes, kept, photos, gonePhotos, keptPhotos, warnings } = report
  const reason = reasons[action]
  if (reason) return <p className={classes.note}>{reason}</p>
  const stays = isPreview ? 'stays' : 'stayed'
  return (
    <>
      <dl className={classes.fields}>
        {changes.map(({ field, from, to }) => (
          <Field key={field} name={ownedFieldNames[field]}>
            <span className={classes.from}>
              <bdi>{from || 'Empty'}</bdi>
            </span>{' '}
            <span aria-hidden>→</span>
            <VisuallyHidden> becomes </VisuallyHidden> <bdi>{to || 'Empty'}</bdi>
          </Field>
        ))}
        {kept.map(({ field, here, sent }) => (
          <Field key={field} name={ownedFieldNames[field]}>
            <bdi>{here || 'Empty'}</bdi>{' '}
            <span className={classes.why}>
              {stays}, because you changed it here. Your CRM says <bdi>{sent ? `“${sent}”` : 'nothing'}</bdi>.
            </span>
          </Field>
        ))}
        {photos > 0 && <Field name="New photos">{formatAmount(photos)}</Field>}
        {gonePhotos.length > 0 && (
          <Field name={isPreview ? 'Photos to archive' : 'Photos archived'}>
            <bdi>{gonePhotos.join(', ')}</bdi>{' '}
            <span className={classes.why}>Your CRM no longer sends {gonePhotos.length === 1 ? 'it' : 'them'}.</span>
          </Field>
        )}
        {keptPhotos.length > 0 && (
          <Field name="Photos kept">
            <bdi>{keptPhotos.join(', ')}</bdi>{' '}
            <span className={classes.why}>
              You changed {keptPhotos.length === 1 ? 'it' : 'them'} here, so the import leaves{' '}
              {keptPhotos.length === 1 ? 'it' : 'them'} alone.
            </span>
          </Field>
        )}
      </dl>
      {warnings.map((warning) => (
        <p key={warning} className={classes.note}>
          <bdi>{warning}</bdi>
        </p>
      ))}
    </>
  )
}

const Field = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

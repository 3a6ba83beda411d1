import { Button } from '@mantine/core'
import {
  IconBan,
  IconBook,
  IconChevronLeft,
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconFileCertificate,
  IconFilePlus,
  IconLock,
  IconMail,
  IconShield,
  IconShieldCheck,
  IconShieldX,
  IconSignature,
  IconUserPlus,
  IconWorldOff,
  IconWorldUpload,
} from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { fullDateTime } from '#ui/format/dates.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { FilterBar, FilterSelect, WideFilterSlot } from '#ui/table/ListFilters.tsx'
import { ListResult, NoRows } from '#ui/table/ListResult.tsx'
import { icon } from '#ui/theme/theme.ts'
import { recordOverviewQuery, recordQuery } from '../disclosure.functions.ts'
import type { RecordSearch } from '../recordSearch.ts'
import { type RecordLine, recordText } from '../recordText.ts'
import { AcknowledgementsCard, type RemindReader } from './AcknowledgementsCard.tsx'
import classes from './RecordPage.module.css'

interface RecordPageProps {
  listingId: string
  search: RecordSearch
  onSearchChange: (change: Partial<RecordSearch>) => void
  /** Emails someone who has not confirmed a document. */
  remind: RemindReader
  timeZone: string
}

const smallIcon = { ...icon, size: 16 }

/** What was disclosed to whom, and when: the record of one listing. */
export function RecordPage({ listingId, search, onSearchChange, remind, timeZone }: RecordPageProps) {
  const { data: overview } = useSuspenseQuery(recordOverviewQuery(listingId))
  const { person, document } = search
  const query = useInfiniteQuery({
    ...recordQuery({ listingId, person: person || undefined, document: document || undefined }),
    placeholderData: keepPreviousData,
  })
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const chosen = overview.people.find(({ id }) => id === person)
  return (
    <div className={classes.page}>
      <TextLink to="/portal/listings/$id" params={{ id: listingId }} className={classes.back}>
        <IconChevronLeft {...smallIcon} /> <bdi>{overview.title}</bdi>
      </TextLink>
      <RecordState overview={overview} timeZone={timeZone} />
      <AcknowledgementsCard listingId={listingId} remind={remind} timeZone={timeZone} />
      <SectionCard
        title="Record"
        about="Every entry is linked to the one before. Nobody can change or remove one without it being noticed."
        action={
          entries.length > 0 &&
          !overview.isBroken && (
            <div className={classes.certificates}>
              <CertificateButton listingId={listingId} label="Certificate for the listing" />
              {chosen && (
                <CertificateButton listingId={listingId} person={chosen.id} label={`Certificate for ${chosen.name}`} />
              )}
            </div>
          )
        }
      >
        <div className={classes.inside}>
          {overview.length > 0 && (
            <FilterBar>
              <WideFilterSlot>
                <FilterSelect
                  label="Person"
                  options={choices('Everyone', overview.people)}
                  value={person}
                  onSelect={(value) => onSearchChange({ person: value })}
                />
              </WideFilterSlot>
              <WideFilterSlot>
                <FilterSelect
                  label="Document"
                  options={choices('All documents', overview.documents)}
                  value={document}
                  onSelect={(value) => onSearchChange({ document: value })}
                />
              </WideFilterSlot>
            </FilterBar>
          )}
          <ListResult
            query={query}
            what="the record"
            isInCard
            skeleton={<RecordSkeleton />}
            isEmpty={entries.length === 0}
            empty={overview.length > 0 ? <NoRows>No entries match these filters.</NoRows> : <NoRecord />}
          >
            <ol className={classes.list} aria-label="Record">
              {entries.map((entry) => (
                <RecordRow key={entry.sequence} entry={entry} timeZone={timeZone} />
              ))}
            </ol>
          </ListResult>
        </div>
      </SectionCard>
    </div>
  )
}

const choices = (all: string, found: { id: string; name: string }[]) => [
  { value: '', label: all },
  ...found.map(({ id, name }) => ({ value: id, label: name })),
]

interface RecordStateProps {
  overview: { length: number; verifiedAt: Date | null; isBroken: boolean }
  timeZone: string
}

/** Whether the last check found the record as it was written. */
function RecordState({ overview: { length, verifiedAt, isBroken }, timeZone }: RecordStateProps) {
  if (isBroken)
    return (
      <Notice tone="red" role="alert" icon={<IconShieldX {...icon} />} title="This record was changed">
        Our daily check found that it no longer matches what was originally written, so we can’t certify it. We’ve been
        alerted. Please contact us.
      </Notice>
    )
  if (length === 0) return null
  return (
    <p className={classes.state} data-verified={verifiedAt !== null || undefined}>
      {verifiedAt ? <IconCircleCheck {...smallIcon} /> : <IconShield {...smallIcon} />}
      {verifiedAt ? (
        <>
          Verified <RelativeTime moment={verifiedAt} timeZone={timeZone} />
        </>
      ) : (
        'We verify the record once a day, and whenever you download a certificate.'
      )}
    </p>
  )
}

interface CertificateButtonProps {
  listingId: string
  person?: string
  label: string
}

const CertificateButton = ({ listingId, person, label }: CertificateButtonProps) => (
  <Button
    component="a"
    href={`/portal/listings/${listingId}/certificate${person ? `?person=${person}` : ''}`}
    download
    variant="default"
    size="xs"
    leftSection={<IconFileCertificate {...smallIcon} />}
  >
    {label}
  </Button>
)

const icons: Record<RecordLine['kind'], typeof IconEye> = {
  published: IconWorldUpload,
  unpublished: IconWorldOff,
  version_added: IconFilePlus,
  visibility_changed: IconLock,
  access_given: IconUserPlus,
  version_opened: IconEye,
  version_read: IconBook,
  downloaded: IconDownload,
  acknowledged: IconSignature,
  told_of_change: IconMail,
  access_withdrawn: IconBan,
}

function RecordRow({ entry, timeZone }: { entry: RecordLine & { recordedAt: Date }; timeZone: string }) {
  const Icon = icons[entry.kind]
  return (
    <IconRow
      icon={<Icon {...icon} />}
      title={<bdi>{recordText(entry)}</bdi>}
      detail={<time dateTime={entry.recordedAt.toISOString()}>{fullDateTime(entry.recordedAt, timeZone)}</time>}
    />
  )
}

const RecordSkeleton = () => (
  <div className={classes.list}>
    {['first', 'second', 'third', 'fourth'].map((row) => (
      <IconRowSkeleton key={row} />
    ))}
  </div>
)

const NoRecord = () => (
  <div className={classes.none}>
    <EmptyState icon={<IconShieldCheck {...icon} />} title="Nothing recorded yet">
      Once you publish the listing, this shows which documents were available, who was given access, and what they
      opened, read and confirmed.
    </EmptyState>
  </div>
)

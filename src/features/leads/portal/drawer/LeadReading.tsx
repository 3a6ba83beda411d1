import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { PageBars } from '#features/analytics/portal/charts/PageBars.tsx'
import { minutesText } from '#features/analytics/readingText.ts'
import { photoUrl } from '#features/listings/photoUrls.ts'
import { shortDate } from '#ui/format/dates.ts'
import { icon } from '#ui/theme/theme.ts'
import type { OwnLead } from '../../leads.functions.ts'
import classes from './LeadReading.module.css'

interface LeadReadingProps {
  lead: Pick<OwnLead, 'readDocuments' | 'brief'>
  timeZone: string
}

const PREVIEW_COUNT = 3

/** How long each page of each document was read, the longest reading first. */
export function LeadReading({ lead: { readDocuments }, timeZone }: LeadReadingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ul className={classes.documents}>
        {(isOpen ? readDocuments : readDocuments.slice(0, PREVIEW_COUNT)).map((document) => (
          <ReadDocument key={`${document.fileId} ${document.version}`} document={document} timeZone={timeZone} />
        ))}
      </ul>
      {readDocuments.length > PREVIEW_COUNT && (
        <Button className={classes.more} variant="subtle" size="compact-sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${readDocuments.length} documents`}
        </Button>
      )}
    </>
  )
}

/** The same with the brief, for a page about one lead. */
export const LeadReadingSummary = ({ lead, timeZone }: LeadReadingProps) => (
  <>
    <p className={classes.brief}>
      <bdi>{lead.brief}</bdi>
    </p>
    {lead.readDocuments.length > 0 && <LeadReading lead={lead} timeZone={timeZone} />}
  </>
)

interface ReadDocumentProps {
  document: OwnLead['readDocuments'][number]
  timeZone: string
}

function ReadDocument({ document, timeZone }: ReadDocumentProps) {
  const { fileId, name, hasPicture, replacedAt, seconds, pageSeconds, pageCount, isCurrentVersion, lastReadAt } =
    document
  return (
    <li className={classes.document}>
      <span className={classes.picture}>
        {hasPicture ? (
          <img src={photoUrl(fileId, '480', replacedAt)} alt="" loading="lazy" decoding="async" />
        ) : (
          <IconFileText {...icon} />
        )}
      </span>
      <div className={classes.reading}>
        <div className={classes.head}>
          <bdi className={classes.name}>{name}</bdi>
          <span className={classes.time}>{minutesText(seconds)}</span>
        </div>
        <p className={classes.about}>
          {!isCurrentVersion && 'An earlier version. '}Last read on {shortDate(lastReadAt, timeZone)}
        </p>
        {/* One bar compares with nothing. */}
        {pageCount > 1 && <PageBars label={`${name}: time by page`} pageSeconds={pageSeconds} pageCount={pageCount} />}
      </div>
    </li>
  )
}

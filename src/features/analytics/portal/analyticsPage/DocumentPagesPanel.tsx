import { Skeleton } from '@mantine/core'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { readingTimeQuery } from '../../analytics.functions.ts'
import { documentReadingText, minutesText } from '../../readingText.ts'
import { PageBars } from '../charts/PageBars.tsx'
import classes from './AnalyticsPage.module.css'
import { usePanelQuery } from './analyticsPageQueries.ts'
import { type AnalyticsSearch, toAnalyticsInput } from './analyticsSearch.ts'
import { QueryPanel } from './QueryPanel.tsx'

/** Which pages of one document hold its readers, and where they stop. */
export function DocumentPagesPanel({ search }: { search: AnalyticsSearch }) {
  const query = usePanelQuery(readingTimeQuery(toAnalyticsInput(search)))
  const seconds = query.data?.documents[0]?.seconds ?? 0
  return (
    <SectionCard
      dense
      title="Reading by page"
      about={`The time of all readers since you added the document${seconds > 0 ? `: ${minutesText(seconds)}` : ''}.`}
    >
      <QueryPanel query={query} what="the pages" skeleton={<Skeleton h={160} m={16} w="auto" />}>
        {({ pages }) => (
          <div className={classes.activity}>
            {pages ? (
              <>
                <p className={classes.reading}>
                  {!pages.isCurrentVersion && 'Nobody has read the new version yet; this is the one before. '}
                  {documentReadingText(pages)}
                </p>
                <PageBars isTall label="Time of all readers by page" {...pages} />
              </>
            ) : (
              <p className={classes.quiet}>Nobody has read this document yet.</p>
            )}
          </div>
        )}
      </QueryPanel>
    </SectionCard>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { EventsPage } from '../analytics.ts'
import { isMissing as isMissingError } from '../isMissing.ts'
import classes from './AnalyticsPage.module.css'
import { DevicesPanel } from './DevicesPanel.tsx'
import { DocumentsPanel } from './DocumentsPanel.tsx'
import { EventLog } from './EventLog.tsx'
import { FilterBar, type FilterBarProps } from './FilterBar.tsx'
import { Funnel } from './Funnel.tsx'
import { isAskable, namesSomething } from './filters.ts'
import { type Buyer, Journey } from './Journey.tsx'
import { missingWords, NothingFound, NothingYet } from './NothingCounted.tsx'
import { namesIn } from './names.ts'
import { Overview } from './Overview.tsx'
import { PlacesPanel } from './PlacesPanel.tsx'
import { everQuery } from './pageQueries.ts'
import { RecutNote } from './RecutNote.tsx'
import { ReferrersPanel } from './ReferrersPanel.tsx'
import { MayAsk } from './useAnswer.ts'
import { useLatest } from './useLatest.ts'

export interface AnalyticsPageProps extends Omit<FilterBarProps, 'named'> {
  /** Whom the address names, once that is known. */
  buyer?: Buyer
}

/** What buyers look at. */
export function AnalyticsPage({ buyer, ...bar }: AnalyticsPageProps) {
  const { wish, timeZone } = bar
  const latest = useLatest(wish, timeZone)
  const isMissing = !isAskable(wish) || isMissingError(latest.error)
  const mayAsk = !namesSomething(wish) || !latest.isPending
  const named = { ...namesIn(latest.data?.events ?? [], wish), ...(buyer && { buyer: buyer.name }) }
  const isFirstAwaited = useQuery(everQuery).data === false && !latest.data?.events.length
  if (isFirstAwaited) return <NothingYet />
  return (
    <MayAsk value={mayAsk}>
      <FilterBar {...bar} named={named} />
      <div className={classes.page}>
        {wish.leadId && !isMissing && <Journey leadId={wish.leadId} buyer={buyer} timeZone={timeZone} />}
        {isMissing || latest.data?.events.length === 0 ? (
          <NothingFound missing={isMissing ? missingWords(wish) : undefined} />
        ) : (
          <Panels {...bar} latest={latest.isPlaceholderData ? undefined : latest.data} />
        )}
      </div>
    </MayAsk>
  )
}

type PanelsProps = Pick<FilterBarProps, 'wish' | 'onWish' | 'timeZone'> & { latest?: EventsPage }

const Panels = ({ wish, onWish, timeZone, latest }: PanelsProps) => (
  <>
    <RecutNote wish={wish} />
    <Overview wish={wish} timeZone={timeZone} onDays={(span) => onWish({ range: 'custom', ...span })} />
    {wish.fileId === '' && <PanelsOfVisits wish={wish} />}
    <EventLog wish={wish} timeZone={timeZone} latest={latest} />
  </>
)

const PanelsOfVisits = ({ wish }: Pick<PanelsProps, 'wish'>) => (
  <>
    {/* One buyer alone is no share of anything. */}
    {wish.leadId === '' && <Funnel wish={wish} />}
    <div className={classes.pairs}>
      <PlacesPanel wish={wish} />
      <DocumentsPanel wish={wish} />
      <ReferrersPanel wish={wish} />
      <DevicesPanel wish={wish} />
    </div>
  </>
)

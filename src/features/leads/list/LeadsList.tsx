import { LoadMore } from '#ui/LoadMore.tsx'
import { RowFrame } from '#ui/RowTable.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import { SelectionBar } from '#ui/SelectionBar.tsx'
import { useNow } from '#ui/useNow.ts'
import { useSelection } from '#ui/useSelection.ts'
import { useLeadActions } from '../useLeadDeeds.ts'
import { LeadRow } from './LeadRow.tsx'
import classes from './LeadsPage.module.css'
import { LeadsSkeleton } from './LeadsSkeleton.tsx'
import { LeadsTable } from './LeadsTable.tsx'
import type { LeadsSearch } from './leadsWish.ts'
import { NoMatchingLeads } from './NothingFound.tsx'
import { useLeads } from './useLeads.ts'

/** What the wish finds, page after page. */
export function LeadsList({ wish, onOpen }: { wish: LeadsSearch; onOpen: () => void }) {
  const list = useLeads(wish)
  const now = useNow()
  const leads = list.data?.pages.flatMap((page) => page.leads) ?? []
  const selection = useSelection(leads)
  const { archive, restore } = useLeadActions()
  const { chosen } = selection
  const finish = (deed: (leads: typeof chosen) => void) => () => {
    deed(chosen)
    selection.clear()
  }
  if (list.isPending) return <LeadsSkeleton />
  if (!list.data)
    return (
      <RowFrame>
        <SectionError what="Your leads" busy={list.isFetching} onRetry={list.refetch} />
      </RowFrame>
    )
  if (leads.length === 0) return <NoMatchingLeads wish={wish} />
  const areAllChosen = chosen.length === leads.length
  return (
    <div className={classes.list} data-old={list.isPlaceholderData || undefined}>
      <LeadsTable
        allChosen={areAllChosen}
        someChosen={chosen.length > 0}
        onAll={areAllChosen ? selection.clear : selection.all}
      >
        {leads.map((lead) => (
          <LeadRow
            key={lead.id}
            lead={lead}
            now={now}
            isOpen={lead.id === wish.lead}
            isChosen={selection.has(lead.id)}
            onChoose={selection.toggle}
            onOpen={onOpen}
          />
        ))}
      </LeadsTable>
      {list.hasNextPage && (
        <LoadMore
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      <SelectionBar
        label="Selected leads"
        count={chosen.length}
        onClear={selection.clear}
        onArchive={wish.status === 'archived' ? undefined : finish(archive)}
        onRestore={wish.status === 'archived' ? finish(restore) : undefined}
      />
    </div>
  )
}

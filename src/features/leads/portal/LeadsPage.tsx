import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { FindListings } from '#features/listings/portal/ListingSelect.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useNow } from '#ui/format/elapsedTime.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { LoadMore } from '#ui/table/LoadMore.tsx'
import { RowFrame } from '#ui/table/RowTable.tsx'
import { SelectionBar, useSelection } from '#ui/table/selection.tsx'
import { icon } from '#ui/theme/theme.ts'
import { leadCountsQuery, leadsQuery } from '../leads.functions.ts'
import { defaultLeadsSearch, hasFilters, type LeadsSearch, leadsFilter } from '../leadsSearch.ts'
import { LeadDrawer } from './LeadDrawer.tsx'
import { LeadsFilters } from './LeadsFilters.tsx'
import classes from './LeadsPage.module.css'
import { LeadRow, LeadsSkeleton, LeadsTable } from './LeadsTable.tsx'
import { useLeadActions } from './useLeadActions.ts'

interface LeadsPageProps {
  search: LeadsSearch
  onSearchChange: (change: Partial<LeadsSearch>) => void
  /** A row was clicked: the address changes by itself. */
  onOpen: () => void
  onClose: () => void
  findListings: FindListings
  timeZone: string
}

/** Everybody who left their details, of every listing. */
export function LeadsPage({ search, onSearchChange, onOpen, onClose, findListings, timeZone }: LeadsPageProps) {
  const { data: counts } = useQuery(leadCountsQuery)
  const [first] = useLeads(search).data?.pages[0]?.leads ?? []
  const hasNone = counts && Object.values(counts).every((count) => count === 0)
  return (
    <>
      {hasNone ? (
        <NoLeads />
      ) : (
        <>
          <LeadsFilters
            search={search}
            onSearchChange={onSearchChange}
            findListings={findListings}
            listingTitle={first?.listingId === search.listing ? first.listingTitle : undefined}
            timeZone={timeZone}
          />
          <LeadsList search={search} timeZone={timeZone} onOpen={onOpen} />
        </>
      )}
      <LeadDrawer id={search.lead} timeZone={timeZone} onClose={onClose} />
    </>
  )
}

/** What the search finds, page after page. */
type LeadsListProps = Pick<LeadsPageProps, 'search' | 'timeZone' | 'onOpen'>

function LeadsList({ search, timeZone, onOpen }: LeadsListProps) {
  const list = useLeads(search)
  const now = useNow()
  const leads = list.data?.pages.flatMap((page) => page.leads) ?? []
  const selection = useSelection(leads)
  const { archive, restore } = useLeadActions()
  const { chosen } = selection
  const finish = (action: (leads: typeof chosen) => void) => () => {
    action(chosen)
    selection.clear()
  }
  if (list.isPending) return <LeadsSkeleton />
  if (!list.data)
    return (
      <RowFrame>
        <SectionError what="Your leads" busy={list.isFetching} onRetry={list.refetch} />
      </RowFrame>
    )
  if (leads.length === 0) return <NoMatchingLeads search={search} />
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
            timeZone={timeZone}
            isOpen={lead.id === search.lead}
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
        onArchive={search.status === 'archived' ? undefined : finish(archive)}
        onRestore={search.status === 'archived' ? finish(restore) : undefined}
      />
    </div>
  )
}

const useLeads = (search: LeadsSearch) =>
  useInfiniteQuery({
    ...leadsQuery(leadsFilter(search)),
    // While the next ones are on their way the last ones stay, so that the page does not jump at every letter.
    placeholderData: (before) => before,
  })

/** Nobody's first lead yet. */
const NoLeads = () => (
  <EmptyState
    icon={<IconUsers {...icon} />}
    placeholder="rows"
    title="No leads yet"
    action={<ButtonLink to="/portal/listings">Go to listings</ButtonLink>}
  >
    When a buyer opens a listing’s documents, their name, phone, email and note appear here and in your inbox. Publish a
    listing and share its link to get your first lead.
  </EmptyState>
)

/** There are leads, but not these. */
function NoMatchingLeads({ search }: { search: LeadsSearch }) {
  const filtered = hasFilters(search)
  return (
    <EmptyState
      icon={<IconSearch {...icon} />}
      title={
        search.search
          ? `No results for “${search.search}”`
          : filtered
            ? 'No leads match these filters'
            : 'All your leads are archived'
      }
      action={
        <ButtonLink
          to="/portal/leads"
          search={{ ...defaultLeadsSearch, sort: search.sort, status: filtered ? '' : 'archived' }}
          variant="default"
        >
          {filtered ? 'Show all leads' : 'Show archived leads'}
        </ButtonLink>
      }
    >
      {filtered
        ? 'We searched names, email addresses, phone numbers and notes within your filters.'
        : 'You can restore them at any time.'}
    </EmptyState>
  )
}

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
  wish: LeadsSearch
  onWish: (change: Partial<LeadsSearch>) => void
  /** A row was clicked: the address changes by itself. */
  onOpen: () => void
  onClose: () => void
  findListings: FindListings
  timeZone: string
}

/** Everybody who left their details, of every listing. */
export function LeadsPage({ wish, onWish, onOpen, onClose, findListings, timeZone }: LeadsPageProps) {
  const { data: counts } = useQuery(leadCountsQuery)
  const [first] = useLeads(wish).data?.pages[0]?.leads ?? []
  const hasNone = counts && Object.values(counts).every((count) => count === 0)
  return (
    <>
      {hasNone ? (
        <NoLeads />
      ) : (
        <>
          <LeadsFilters
            wish={wish}
            onWish={onWish}
            findListings={findListings}
            listingTitle={first?.listingId === wish.listing ? first.listingTitle : undefined}
            timeZone={timeZone}
          />
          <LeadsList wish={wish} onOpen={onOpen} />
        </>
      )}
      <LeadDrawer id={wish.lead} timeZone={timeZone} onClose={onClose} />
    </>
  )
}

/** What the wish finds, page after page. */
function LeadsList({ wish, onOpen }: { wish: LeadsSearch; onOpen: () => void }) {
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

const useLeads = (wish: LeadsSearch) =>
  useInfiniteQuery({
    ...leadsQuery(leadsFilter(wish)),
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
function NoMatchingLeads({ wish }: { wish: LeadsSearch }) {
  const filtered = hasFilters(wish)
  return (
    <EmptyState
      icon={<IconSearch {...icon} />}
      title={
        wish.search
          ? `No results for “${wish.search}”`
          : filtered
            ? 'No leads match these filters'
            : 'All your leads are archived'
      }
      action={
        <ButtonLink
          to="/portal/leads"
          search={{ ...defaultLeadsSearch, sort: wish.sort, status: filtered ? '' : 'archived' }}
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

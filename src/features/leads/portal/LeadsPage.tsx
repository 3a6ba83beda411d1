import { Stack } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindListings } from '#features/listings/portal/ListingSelect.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useNow } from '#ui/format/elapsedTime.ts'
import { ButtonLink } from '#ui/links.tsx'
import { AllArchived, ListResult, NoMatches } from '#ui/table/ListResult.tsx'
import { SelectionBar, useSelection } from '#ui/table/selection.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type ListedLead, leadCountsQuery, leadsQuery } from '../leads.functions.ts'
import { defaultLeadsSearch, hasLeadFilters, type LeadsSearch, leadsQueryInput } from '../leadsSearch.ts'
import { AddLeadButtons, AddLeadDialog } from './add/AddLeadDialog.tsx'
import { NextActionDialog } from './drawer/NextAction.tsx'
import { ImportDialog } from './import/ImportDialog.tsx'
import { LeadDrawer } from './LeadDrawer.tsx'
import { LeadsFilters } from './LeadsFilters.tsx'
import { LeadRow, LeadsSkeleton, LeadsTable } from './LeadsTable.tsx'
import { SelectedLeadsActions } from './SelectedLeadsActions.tsx'
import { useLeadActions } from './useLeadActions.ts'

interface LeadsPageProps {
  search: LeadsSearch
  onSearchChange: (change: Partial<LeadsSearch>) => void
  /** A row was clicked. The link in it changes the URL. */
  onOpen: () => void
  onClose: () => void
  findListings: FindListings
  /** The day of the open home in the filter, where it is known. */
  openHomeDay?: string
  timeZone: string
  agentName: string
}

/** The leads of all listings. */
export function LeadsPage({
  search,
  onSearchChange,
  onOpen,
  onClose,
  findListings,
  openHomeDay,
  timeZone,
  agentName,
}: LeadsPageProps) {
  const { data: counts } = useQuery(leadCountsQuery())
  const [first] = useLeads(search).data?.pages[0]?.leads ?? []
  const closeDialog = () => onSearchChange({ add: '' })
  const hasNone = counts && Object.values(counts).every((count) => count === 0)
  return (
    <>
      {hasNone ? (
        <Stack gap="sm">
          <AddLeadButtons />
          <NoLeads />
        </Stack>
      ) : (
        <>
          <LeadsFilters
            search={search}
            onSearchChange={onSearchChange}
            findListings={findListings}
            listingTitle={first?.listingId === search.listing ? first.listingTitle : undefined}
            openHomeDay={openHomeDay}
            timeZone={timeZone}
          />
          <LeadsList search={search} timeZone={timeZone} onOpen={onOpen} />
        </>
      )}
      <LeadDrawer id={search.lead} timeZone={timeZone} agentName={agentName} onClose={onClose} />
      <AddLeadDialog
        opened={search.add === 'lead'}
        listingId={search.listing}
        findListings={findListings}
        onClose={closeDialog}
        onAdded={(lead) => onSearchChange({ add: '', lead })}
      />
      <ImportDialog
        opened={search.add === 'import'}
        listingId={search.listing}
        findListings={findListings}
        onClose={closeDialog}
      />
    </>
  )
}

type LeadsListProps = Pick<LeadsPageProps, 'search' | 'timeZone' | 'onOpen'>

function LeadsList({ search, timeZone, onOpen }: LeadsListProps) {
  const query = useLeads(search)
  const now = useNow()
  const leads = query.data?.pages.flatMap((page) => page.leads) ?? []
  const selection = useSelection(leads)
  const { archive, restore, setStatuses, assign } = useLeadActions()
  const [planned, setPlanned] = useState<readonly ListedLead[]>([])
  const isArchive = search.status === 'archived'
  return (
    <ListResult
      query={query}
      what="your leads"
      skeleton={<LeadsSkeleton />}
      isEmpty={leads.length === 0}
      empty={<NoMatchingLeads search={search} />}
      bulkActions={
        <SelectionBar
          label="Selected leads"
          count={selection.selected.length}
          onClear={selection.clear}
          onArchive={isArchive ? undefined : selection.apply(archive)}
          onRestore={isArchive ? selection.apply(restore) : undefined}
        >
          <SelectedLeadsActions
            leads={selection.selected}
            onStatus={(status) => selection.apply((leads) => setStatuses({ leads, status }))()}
            onPlan={() => setPlanned(selection.selected)}
            onAssign={(assigneeId) => selection.apply((leads) => assign({ leads, assigneeId }))()}
          />
        </SelectionBar>
      }
    >
      <LeadsTable selectAll={selection.head}>
        {leads.map((lead) => (
          <LeadRow
            key={lead.id}
            lead={lead}
            now={now}
            timeZone={timeZone}
            isOpen={lead.id === search.lead}
            isSelected={selection.isSelected(lead.id)}
            onToggle={selection.toggle}
            onOpen={onOpen}
            onPlan={(one) => setPlanned([one])}
          />
        ))}
      </LeadsTable>
      <NextActionDialog opened={planned.length > 0} leads={planned} timeZone={timeZone} onDone={() => setPlanned([])} />
    </ListResult>
  )
}

/** The previous result stays until the next one has arrived, so that the page does not jump while someone types. */
const useLeads = (search: LeadsSearch) =>
  useInfiniteQuery({ ...leadsQuery(leadsQueryInput(search)), placeholderData: keepPreviousData })

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

function NoMatchingLeads({ search }: { search: LeadsSearch }) {
  const showAll = { ...defaultLeadsSearch, sort: search.sort }
  if (!hasLeadFilters(search))
    return (
      <AllArchived
        noun="leads"
        action={
          <ButtonLink to="/portal/leads" search={{ ...showAll, status: 'archived' }} variant="default">
            Show archived leads
          </ButtonLink>
        }
      />
    )
  return (
    <NoMatches
      search={search.search}
      noun="leads"
      action={
        <ButtonLink to="/portal/leads" search={showAll} variant="default">
          Show all leads
        </ButtonLink>
      }
    >
      We searched names, email addresses, phone numbers and notes within your filters.
    </NoMatches>
  )
}

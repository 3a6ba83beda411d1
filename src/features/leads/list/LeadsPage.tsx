import { useQuery } from '@tanstack/react-query'
import type { FindListings } from '#ui/ListingSelect.tsx'
import { LeadDrawer } from '../drawer/LeadDrawer.tsx'
import { leadCountsQuery } from '../leads.functions.ts'
import { LeadsFilters } from './LeadsBar.tsx'
import { LeadsList } from './LeadsList.tsx'
import type { LeadsSearch } from './leadsWish.ts'
import { NoLeads } from './NothingFound.tsx'
import { useLeads } from './useLeads.ts'

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

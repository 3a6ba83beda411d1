import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listingCountsQuery } from '../listings.functions.ts'
import { ListingsList } from './Listings.tsx'
import { ListingsFilters } from './ListingsBar.tsx'
import { saveListingsView, type ListingsView, readListingsView } from './listingsView.ts'
import type { ListingsSearch } from './listingsWish.ts'
import { NoListings } from './NothingListed.tsx'

interface ListingsPageProps {
  wish: ListingsSearch
  onWish: (change: Partial<ListingsSearch>) => void
}

export function ListingsPage({ wish, onWish }: ListingsPageProps) {
  const [view, setView] = useState(readListingsView)
  const { data: counts } = useQuery(listingCountsQuery)
  const chooseView = (chosen: ListingsView) => {
    saveListingsView(chosen)
    setView(chosen)
  }
  const hasNone = counts && counts.draft + counts.published + counts.archived === 0
  if (hasNone) return <NoListings />
  return (
    <>
      <ListingsFilters wish={wish} onWish={onWish} view={view} onView={chooseView} />
      <ListingsList wish={wish} view={view} />
    </>
  )
}

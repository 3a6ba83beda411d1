import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listingCountsQuery } from '../listings.functions.ts'
import { Listings } from './Listings.tsx'
import { ListingsBar } from './ListingsBar.tsx'
import { keepListingsView, type ListingsView, readListingsView } from './listingsView.ts'
import type { ListingsWish } from './listingsWish.ts'
import { NoListings } from './NothingListed.tsx'

interface ListingsPageProps {
  wish: ListingsWish
  onWish: (change: Partial<ListingsWish>) => void
}

export function ListingsPage({ wish, onWish }: ListingsPageProps) {
  const [view, setView] = useState(readListingsView)
  const { data: counts } = useQuery(listingCountsQuery)
  const chooseView = (chosen: ListingsView) => {
    keepListingsView(chosen)
    setView(chosen)
  }
  const hasNone = counts && counts.draft + counts.published + counts.archived === 0
  if (hasNone) return <NoListings />
  return (
    <>
      <ListingsBar wish={wish} onWish={onWish} view={view} onView={chooseView} />
      <Listings wish={wish} view={view} />
    </>
  )
}

import { Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { History } from '#features/audit/History.tsx'
import { listingHistoryQuery } from '../../../listings.functions.ts'
import card from '../ListingEditor.module.css'

/** Who published and changed the listing, and when. */
export function ListingHistoryCard({ id, timeZone }: { id: string; timeZone: string }) {
  const { isTeam } = useTeam()
  return (
    <section className={card.card} aria-labelledby="listing-history">
      <Title order={2} id="listing-history" className={card.heading}>
        History
      </Title>
      <History
        useHistory={(enabled) => useInfiniteQuery({ ...listingHistoryQuery(id), enabled })}
        timeZone={timeZone}
        hasNames={isTeam}
      />
    </section>
  )
}

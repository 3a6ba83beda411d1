import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { leadCountsQuery, leadQuery, leadsQuery, leadTimelineQuery } from '#features/leads/leads.functions.ts'
import {
  defaultLeadsSearch,
  type LeadsSearch,
  leadCountsInput,
  leadsQueryInput,
  parseLeadsSearch,
} from '#features/leads/leadsSearch.ts'
import { LeadsPage } from '#features/leads/portal/LeadsPage.tsx'
import { findListingNames } from '#features/listings/listings.functions.ts'
import { useMarkLeadNotificationsRead } from '#features/notifications/portal/useMarkRead.ts'
import { openHomeQuery } from '#features/openHomes/openHomes.functions.ts'
import { dayAndMonth } from '#ui/format/dates.ts'
import { fullName } from '#ui/format/format.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'
import { searchChangeOptions } from '#ui/table/ListFilters.tsx'

export const Route = createFileRoute('/portal/leads')({
  validateSearch: parseLeadsSearch,
  search: { middlewares: [stripSearchParams(defaultLeadsSearch)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const all = Promise.all([
      queryClient.prefetchInfiniteQuery(leadsQuery(leadsQueryInput(deps))),
      queryClient.prefetchQuery(leadCountsQuery()),
      queryClient.prefetchQuery(leadCountsQuery(leadCountsInput(deps))),
      ...(deps.lead
        ? [
            queryClient.prefetchQuery(leadQuery(deps.lead)),
            queryClient.prefetchInfiniteQuery(leadTimelineQuery(deps.lead)),
          ]
        : []),
    ])
    await queryClient.ensureQueryData(settingsQuery)
    // The server sends the whole page; in the browser, a skeleton appears at once.
    if (import.meta.env.SSR) await all
  },
  staticData: { title: 'Leads' },
  head: () => portalHead('Leads'),
  component: Leads,
})

function Leads() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { history } = useRouter()
  const settings = useSuspenseQuery(settingsQuery).data
  const change = (part: Partial<LeadsSearch>) => navigate(searchChangeOptions(part))
  // A lead that was opened from the list closes with the back button; one opened from an email has no list behind it.
  const wasOpenedFromList = useRef(false)
  const close = () => {
    if (wasOpenedFromList.current) history.back()
    else void change({ lead: '' })
    wasOpenedFromList.current = false
  }
  useMarkLeadNotificationsRead(search.lead)
  const { data: openHome } = useQuery({
    ...openHomeQuery(search.openHome),
    enabled: search.openHome.startsWith('open_'),
    // One that is gone has no leads, and the filter does without its day.
    meta: { handled: true },
  })
  return (
    <LeadsPage
      search={search}
      onSearchChange={change}
      onOpen={() => {
        wasOpenedFromList.current = true
      }}
      onClose={close}
      findListings={findListingNames}
      openHomeDay={openHome && dayAndMonth(openHome.openHome.startsAt, openHome.openHome.timeZone)}
      timeZone={settings.timeZone}
      agentName={fullName(settings)}
    />
  )
}

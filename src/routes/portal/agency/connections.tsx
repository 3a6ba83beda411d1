import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { apiKeysQuery } from '#features/api/apiKeys.functions.ts'
import { ApiKeysSection } from '#features/api/portal/ApiKeysSection.tsx'
import { leadForwardsQuery } from '#features/crm/crm.functions.ts'
import { LeadForwardsSection } from '#features/crm/portal/LeadForwardsSection.tsx'
import { embedSettingsQuery } from '#features/embed/embed.functions.ts'
import { EmbedSection } from '#features/embed/portal/EmbedSection.tsx'
import { feedRunsQuery } from '#features/feeds/feeds.functions.ts'
import { FeedsSection } from '#features/feeds/portal/FeedsSection.tsx'
import { findListingNames } from '#features/listings/listings.functions.ts'
import { WebhooksSection } from '#features/webhooks/portal/WebhooksSection.tsx'
import { webhooksQuery } from '#features/webhooks/webhooks.functions.ts'
import { may } from '#platform/auth/permissions.ts'
import { idPattern, patternParam } from '#platform/input/searchParams.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

/** How an agency's other programs work with us. Each section is its feature's own. */
export const Route = createFileRoute('/portal/agency/connections')({
  validateSearch: (search: { import?: string } & SearchSchemaInput) => ({
    /** The import whose preview or report is open. */
    import: patternParam(search.import, idPattern('feed')),
  }),
  search: { middlewares: [stripSearchParams({ import: '' })] },
  loader: async ({ context: { queryClient } }) => {
    if (!may(await queryClient.ensureQueryData(agencyQuery), 'manageConnections')) throw notFound()
    await Promise.all([
      queryClient.ensureQueryData(settingsQuery),
      queryClient.ensureQueryData(feedRunsQuery),
      queryClient.ensureQueryData(leadForwardsQuery),
      queryClient.ensureQueryData(embedSettingsQuery),
      queryClient.ensureQueryData(webhooksQuery),
      queryClient.ensureQueryData(apiKeysQuery),
    ])
  },
  head: () => portalHead('Connections'),
  component: Connections,
})

function Connections() {
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  const { appUrl } = useSuspenseQuery(embedSettingsQuery).data
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Stack gap="lg">
      <FeedsSection
        timeZone={timeZone}
        appUrl={appUrl}
        shownId={search.import}
        onShow={(id) => navigate({ search: { import: id }, replace: true, resetScroll: false })}
      />
      <LeadForwardsSection />
      <ApiKeysSection timeZone={timeZone} />
      <WebhooksSection timeZone={timeZone} />
      <EmbedSection findListings={findListingNames} />
    </Stack>
  )
}

import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { apiKeysQuery } from '#features/api/apiKeys.functions.ts'
import { ApiKeysSection } from '#features/api/portal/ApiKeysSection.tsx'
import { may } from '#platform/auth/permissions.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

/** How an agency's other programs work with us. Each section is its feature's own. */
export const Route = createFileRoute('/portal/agency/connections')({
  loader: async ({ context: { queryClient } }) => {
    if (!may(await queryClient.ensureQueryData(agencyQuery), 'manageConnections')) throw notFound()
    await Promise.all([queryClient.ensureQueryData(settingsQuery), queryClient.prefetchQuery(apiKeysQuery)])
  },
  head: () => portalHead('Connections'),
  component: Connections,
})

function Connections() {
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <Stack gap="lg">
      <ApiKeysSection timeZone={timeZone} />
    </Stack>
  )
}

import { Stack } from '@mantine/core'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { WebhooksSection } from '#features/webhooks/portal/WebhooksSection.tsx'
import { webhooksQuery } from '#features/webhooks/webhooks.functions.ts'
import { may } from '#platform/auth/permissions.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

/** How an agency's other programs work with us. Each section is its feature's own. */
export const Route = createFileRoute('/portal/agency/connections')({
  loader: async ({ context: { queryClient } }) => {
    if (!may(await queryClient.ensureQueryData(agencyQuery), 'manageConnections')) throw notFound()
    await queryClient.prefetchQuery(webhooksQuery)
  },
  head: () => portalHead('Connections'),
  component: Connections,
})

function Connections() {
  return (
    <Stack gap="lg">
      <WebhooksSection />
    </Stack>
  )
}

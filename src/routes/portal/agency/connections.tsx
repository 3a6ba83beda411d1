import { Stack } from '@mantine/core'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { leadForwardsQuery } from '#features/crm/crm.functions.ts'
import { LeadForwardsSection } from '#features/crm/portal/LeadForwardsSection.tsx'
import { embedSettingsQuery } from '#features/embed/embed.functions.ts'
import { EmbedSection } from '#features/embed/portal/EmbedSection.tsx'
import { findListingNames } from '#features/listings/listings.functions.ts'
import { may } from '#platform/auth/permissions.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

/** How an agency's other programs work with us. Each section is its feature's own. */
export const Route = createFileRoute('/portal/agency/connections')({
  loader: async ({ context: { queryClient } }) => {
    if (!may(await queryClient.ensureQueryData(agencyQuery), 'manageConnections')) throw notFound()
    await Promise.all([queryClient.ensureQueryData(embedSettingsQuery), queryClient.ensureQueryData(leadForwardsQuery)])
  },
  head: () => portalHead('Connections'),
  component: Connections,
})

function Connections() {
  return (
    <Stack gap="lg">
      <LeadForwardsSection />
      <EmbedSection findListings={findListingNames} />
    </Stack>
  )
}

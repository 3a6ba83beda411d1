import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { brandQuery } from '#features/brand/brand.functions.ts'
import { BrandPage } from '#features/brand/portal/BrandPage.tsx'
import { replyTemplatesQuery } from '#features/leads/followUp/followUp.functions.ts'
import { ReplyTemplates } from '#features/leads/portal/templates/ReplyTemplates.tsx'
import { may } from '#platform/auth/permissions.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/portal/agency/brand')({
  loader: async ({ context: { queryClient } }) => {
    const agency = await queryClient.ensureQueryData(agencyQuery)
    if (!may(agency, 'changeBrand')) throw notFound()
    await Promise.all([queryClient.fetchQuery(brandQuery), queryClient.prefetchQuery(replyTemplatesQuery)])
  },
  head: () => portalHead('Brand'),
  component: AgencyBrand,
})

function AgencyBrand() {
  const { data: settings } = useSuspenseQuery(brandQuery)
  const { members } = useSuspenseQuery(agencyQuery).data
  return <BrandPage settings={settings} templates={members.length > 1 && <ReplyTemplates isShared />} />
}

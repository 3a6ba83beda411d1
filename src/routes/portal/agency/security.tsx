import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { SecondFactorRulePage } from '#features/agencies/portal/security/SecondFactorRulePage.tsx'
import { SessionRuleSection } from '#features/agencies/portal/security/SessionRuleSection.tsx'
import { secondFactorRuleQuery, sessionRuleQuery } from '#features/agencies/signInRules.functions.ts'
import { may } from '#platform/auth/permissions.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/portal/agency/security')({
  loader: async ({ context: { queryClient } }) => {
    if (!may(await queryClient.ensureQueryData(agencyQuery), 'requireSecondFactor')) throw notFound()
    await Promise.all([
      queryClient.ensureQueryData(secondFactorRuleQuery),
      queryClient.ensureQueryData(sessionRuleQuery),
      queryClient.ensureQueryData(settingsQuery),
    ])
  },
  head: () => portalHead('Agency security'),
  component: Security,
})

function Security() {
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return (
    <Stack gap="lg">
      <SessionRuleSection />
      <SecondFactorRulePage timeZone={timeZone} />
    </Stack>
  )
}

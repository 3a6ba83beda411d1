import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { currentUserQuery } from '#features/accounts/accounts.functions.ts'
import { AccountMenu } from '#features/accounts/portal/AccountMenu.tsx'
import { SignInAgain } from '#features/accounts/portal/SignInAgain.tsx'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { AgencyDeletionBanner } from '#features/agencies/portal/AgencyDeletionBanner.tsx'
import { AgencyMenuItems } from '#features/agencies/portal/AgencyMenuItems.tsx'
import { useReloadForAnotherAgency } from '#features/agencies/portal/useTeam.ts'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import { subscriptionQuery } from '#features/billing/billing.functions.ts'
import { SubscriptionBanner } from '#features/billing/portal/SubscriptionBanner.tsx'
import { UploadDock } from '#features/files/portal/uploads/UploadDock.tsx'
import { leadCountsQuery } from '#features/leads/leads.functions.ts'
import { notificationsQuery } from '#features/notifications/notifications.functions.ts'
import { NotificationsBell } from '#features/notifications/portal/NotificationsBell.tsx'
import { useRefetchOnNotification } from '#features/notifications/portal/useRefetchOnNotification.ts'
import { requireSignedInPage } from '#platform/auth/accessMiddleware.ts'
import { rememberAgentsBrowser } from '#platform/auth/agentsBrowser.ts'
import { isNotSignedIn } from '#platform/auth/sessionEndListeners.ts'
import { applyPageLocale, loadOptional } from '#platform/http/pageContext.ts'
import { NotFoundScreen } from '#ui/feedback/ErrorScreens.tsx'
import { PortalLayout } from '#ui/portal/PortalLayout.tsx'
import { MantineRoot } from '#ui/theme/MantineRoot.tsx'
import { DEFAULT_TIME_ZONE } from '#values/defaultTimeZone.ts'
import { findTargets } from './-findPaletteItems.ts'

export const Route = createFileRoute('/portal')({
  server: { middleware: [requireSignedInPage] },
  // The same check for client-side navigation.
  beforeLoad: async ({ context, location }) => {
    applyPageLocale()
    try {
      await Promise.all([
        context.queryClient.ensureQueryData(currentUserQuery),
        context.queryClient.ensureQueryData(agencyQuery),
        // Loaded early for the notice above the page, which would otherwise push the page down later.
        loadOptional(() => context.queryClient.prefetchQuery(subscriptionQuery)),
      ])
    } catch (error) {
      throw isNotSignedIn(error) ? redirect({ to: '/login', search: { from: location.href } }) : error
    }
  },
  loader: async ({ context: { queryClient } }) => {
    const counts = Promise.all([
      queryClient.prefetchInfiniteQuery(notificationsQuery),
      queryClient.prefetchQuery(leadCountsQuery()),
    ])
    if (import.meta.env.SSR) await counts
  },
  staticData: { hasAppearance: true },
  component: Portal,
  notFoundComponent: NotFoundScreen,
})

function Portal() {
  const { id } = useSuspenseQuery(currentUserQuery).data
  const leadsToReply = useQuery(leadCountsQuery()).data?.needs_reply ?? 0
  const timeZone = useQuery(settingsQuery).data?.timeZone ?? DEFAULT_TIME_ZONE
  const isTeam = useSuspenseQuery(agencyQuery).data.members.length > 1
  const [whose, setWhose] = useState('')
  const navigate = useNavigate()
  useRefetchOnNotification()
  useReloadForAnotherAgency()
  useEffect(rememberAgentsBrowser, [])
  return (
    <MantineRoot>
      <PortalLayout
        bell={<NotificationsBell timeZone={timeZone} leadsToReply={leadsToReply} />}
        leadsToReply={leadsToReply}
        account={<AccountMenu agency={<AgencyMenuItems />} />}
        notice={
          <>
            <AgencyDeletionBanner timeZone={timeZone} />
            <SubscriptionBanner />
          </>
        }
        find={(search) => findTargets(search, whose, navigate)}
        findFilter={isTeam ? { value: whose, control: <WhoseSelect value={whose} onSelect={setWhose} /> } : undefined}
      >
        <Outlet />
        <UploadDock agentId={id} />
        <SignInAgain />
      </PortalLayout>
    </MantineRoot>
  )
}

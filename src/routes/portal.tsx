import { IconAddressBook, IconFile, IconHome, IconMail, IconUser } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { currentUserQuery } from '#features/accounts/accounts.functions.ts'
import { AccountMenu } from '#features/accounts/portal/AccountMenu.tsx'
import { IdleLock } from '#features/accounts/portal/lock/IdleLock.tsx'
import { SignInAgain } from '#features/accounts/portal/SignInAgain.tsx'
import { ProofDialog } from '#features/accounts/portal/security/ProofDialog.tsx'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { AgencyDeletionBanner } from '#features/agencies/portal/AgencyDeletionBanner.tsx'
import { AgencyMenuItems } from '#features/agencies/portal/AgencyMenuItems.tsx'
import { SecondFactorBanner } from '#features/agencies/portal/security/SecondFactorBanner.tsx'
import { useReloadForAnotherAgency } from '#features/agencies/portal/useTeam.ts'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import { subscriptionQuery } from '#features/billing/billing.functions.ts'
import { SubscriptionBanner } from '#features/billing/portal/SubscriptionBanner.tsx'
import { fetchFiles } from '#features/files/files.functions.ts'
import { UploadDock } from '#features/files/portal/uploads/UploadDock.tsx'
import { fetchLeads, leadCountsQuery } from '#features/leads/leads.functions.ts'
import { fetchPeople } from '#features/leads/people/people.functions.ts'
import { fetchListings } from '#features/listings/listings.functions.ts'
import { notificationsQuery } from '#features/notifications/notifications.functions.ts'
import { NotificationsBell } from '#features/notifications/portal/NotificationsBell.tsx'
import { isAtDoor } from '#features/openHomes/door/device/doorCookie.ts'
import { leavePortalForDoor } from '#features/openHomes/door/device/portalTabs.ts'
import { DOOR_PATH } from '#features/openHomes/door/sync/doorWorkerRegistration.ts'
import { requireSignedInPage } from '#platform/auth/accessMiddleware.ts'
import { rememberAgentsBrowser } from '#platform/auth/agentsBrowser.ts'
import { isNotSignedIn } from '#platform/auth/sessionEndListeners.ts'
import { applyPageLocale, loadOptional } from '#platform/http/pageContext.ts'
import { NotFoundScreen } from '#ui/feedback/ErrorScreens.tsx'
import { fullName } from '#ui/format/format.ts'
import type { PaletteItem } from '#ui/portal/keyboard/Palette.tsx'
import { PortalLayout } from '#ui/portal/PortalLayout.tsx'
import { MantineRoot } from '#ui/theme/MantineRoot.tsx'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'

export const Route = createFileRoute('/portal')({
  server: { middleware: [requireSignedInPage] },
  // The same check for client-side navigation.
  beforeLoad: async ({ context, location }) => {
    if (isAtDoor()) throw redirect({ href: DOOR_PATH, reloadDocument: true })
    applyPageLocale()
    try {
      const [user] = await Promise.all([
        context.queryClient.ensureQueryData(currentUserQuery),
        context.queryClient.ensureQueryData(agencyQuery),
        // Loaded early for the notice above the page, which would otherwise push the page down later.
        loadOptional(() => context.queryClient.prefetchQuery(subscriptionQuery)),
      ])
      if (user.needsSecondFactor)
        throw redirect({ to: '/second-step', search: { from: location.href }, reloadDocument: true })
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
  useReloadForAnotherAgency()
  useEffect(rememberAgentsBrowser, [])
  useEffect(leavePortalForDoor, [])
  return (
    <MantineRoot>
      <PortalLayout
        bell={<NotificationsBell timeZone={timeZone} leadsToReply={leadsToReply} />}
        leadsToReply={leadsToReply}
        account={<AccountMenu agency={<AgencyMenuItems />} />}
        notice={
          <>
            <AgencyDeletionBanner timeZone={timeZone} />
            <SecondFactorBanner timeZone={timeZone} />
            <SubscriptionBanner />
          </>
        }
        find={(search) => findTargets(search, whose, navigate)}
        findFilter={isTeam ? { value: whose, control: <WhoseSelect value={whose} onSelect={setWhose} /> } : undefined}
      >
        {/* A page that loads suspends until the script of its skeleton is here. Without this, the whole portal would be hidden. */}
        <Suspense>
          <Outlet />
        </Suspense>
        <UploadDock agentId={id} />
        <ProofDialog />
        <SignInAgain />
        <IdleLock />
      </PortalLayout>
    </MantineRoot>
  )
}

/** For each kind of result. */
const MAX_RESULTS = 5

/** Listings, leads, people and files that match the search, each with its link. */
async function findTargets(
  search: string,
  whose: string,
  navigate: ReturnType<typeof useNavigate>,
): Promise<PaletteItem[]> {
  const data = { search: search.slice(0, 100), limit: MAX_RESULTS, ...(whose && { whose }) }
  const [{ listings }, { leads }, { people }, { files }] = await Promise.all([
    fetchListings({ data }),
    fetchLeads({ data }),
    fetchPeople({ data }),
    fetchFiles({ data }),
  ])
  const toMessage = await findListingsToMessage(search, whose)
  return [
    ...toMessage.map(({ id, title }) => ({
      ...{ id: `message ${id}`, group: 'Message buyers', Icon: IconMail, label: `Message buyers of ${title}` },
      go: () => void navigate({ to: '/portal/listings/$id/messages/new', params: { id } }),
    })),
    ...listings.map(({ id, title, subtitle }) => ({
      ...{ id, group: 'Listings', Icon: IconHome, label: title, about: subtitle },
      go: () => void navigate({ to: '/portal/listings/$id', params: { id } }),
    })),
    ...leads.map((lead) => ({
      ...{ id: lead.id, group: 'Leads', Icon: IconUser, label: fullName(lead), about: lead.listingTitle },
      go: () => void navigate({ to: '/portal/leads', search: { lead: lead.id } }),
    })),
    ...people.map((person) => ({
      ...{ id: person.id, group: 'People', Icon: IconAddressBook, label: fullName(person) },
      about: person.leadCount === 1 ? '1 enquiry' : `${person.leadCount} enquiries`,
      go: () => void navigate({ to: '/portal/people/$id', params: { id: person.id } }),
    })),
    ...files.map(({ id, name, listingTitle }) => ({
      ...{ id, group: 'Files', Icon: IconFile, label: name, about: listingTitle ?? 'No listing' },
      go: () => void navigate({ to: '/portal/files', search: { search: name.slice(0, 100) } }),
    })),
  ]
}

/** "message" finds the latest listings, "message rata" those that match the rest. */
async function findListingsToMessage(search: string, whose: string) {
  const [start, rest = ''] = /^messages?\b(?: buyers(?: of)?)?\s*(.*)$/i.exec(search) ?? []
  if (start === undefined) return []
  const data = { search: rest.slice(0, 100), limit: MAX_RESULTS, state: 'published' as const, ...(whose && { whose }) }
  return (await fetchListings({ data })).listings
}

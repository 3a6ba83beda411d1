import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { idleLockQuery } from '#features/accounts/devices.functions.ts'
import { identitiesQuery } from '#features/accounts/identities/identities.functions.ts'
import { SettingsPage } from '#features/accounts/portal/settings/SettingsPage.tsx'
import { SettingsSkeleton } from '#features/accounts/portal/settings/SettingsSkeleton.tsx'
import { type ProviderVisitResult, readProviderVisitResult } from '#features/accounts/providerVisitResult.ts'
import { secondFactorsQuery } from '#features/accounts/secondFactor/secondFactor.functions.ts'
import { latestExportQuery, sessionsQuery, settingsQuery } from '#features/accounts/settings.functions.ts'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { AgencySection } from '#features/agencies/portal/AgencySection.tsx'
import { AuditLog } from '#features/audit/AuditLog.tsx'
import { auditQuery } from '#features/audit/audit.functions.ts'
import { type CheckoutError, checkoutErrorNames } from '#features/billing/billing.schema.ts'
import { BillingSection, CheckoutRefusal } from '#features/billing/portal/BillingSection.tsx'
import { AgencyNameField } from '#features/brand/portal/AgencyNameField.tsx'
import { DocumentsSection } from '#features/files/portal/DocumentsSection.tsx'
import { replyTemplatesQuery } from '#features/leads/followUp/followUp.functions.ts'
import { ReplyTemplates } from '#features/leads/portal/templates/ReplyTemplates.tsx'
import { UsualQuestionsForm } from '#features/listings/portal/questions/UsualQuestionsForm.tsx'
import { readQuestions } from '#features/listings/questions/questions.schema.ts'
import { pushSettingsQuery } from '#features/notifications/notifications.functions.ts'
import { DeviceNotifications } from '#features/notifications/portal/DeviceNotifications.tsx'
import { may } from '#platform/auth/permissions.ts'
import { choiceParam, textParam } from '#platform/input/searchParams.ts'
import { portalHead } from '#ui/layout/pageTitle.ts'

export const Route = createFileRoute('/portal/settings')({
  validateSearch: ({
    confirmEmail,
    checkoutError,
    ...visit
  }: { confirmEmail?: string; checkoutError?: CheckoutError } & ProviderVisitResult & SearchSchemaInput) => ({
    ...readProviderVisitResult(visit),
    /** From the emailed link that confirms a new address. */
    confirmEmail: textParam(confirmEmail, 1_000),
    /** Set when a link to Stripe failed and redirected back. */
    checkoutError: choiceParam(checkoutError, checkoutErrorNames, undefined),
  }),
  search: { middlewares: [stripSearchParams({ confirmEmail: '' })] },
  loader: async ({ context: { queryClient } }) => {
    const below = Promise.all([
      queryClient.prefetchQuery(secondFactorsQuery),
      queryClient.prefetchQuery(sessionsQuery),
      queryClient.prefetchQuery(identitiesQuery),
      queryClient.prefetchQuery(idleLockQuery),
      queryClient.prefetchQuery(latestExportQuery),
      queryClient.prefetchQuery(pushSettingsQuery),
      queryClient.prefetchQuery(replyTemplatesQuery),
      queryClient.prefetchInfiniteQuery(auditQuery()),
    ])
    await queryClient.fetchQuery(settingsQuery)
    // The server sends the whole page; in the browser, navigation does not wait for the lower sections.
    if (import.meta.env.SSR) await below
  },
  staticData: { title: 'Settings' },
  head: () => portalHead('Settings'),
  pendingComponent: SettingsSkeleton,
  component: Settings,
})

function Settings() {
  const { data } = useSuspenseQuery(settingsQuery)
  const { data: agency } = useSuspenseQuery(agencyQuery)
  const { confirmEmail, checkoutError, provider, outcome } = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  return (
    <SettingsPage
      settings={data}
      agencyOfTeam={agency.members.length > 1 && <AgencyNameField agency={agency} />}
      confirmEmail={confirmEmail}
      visit={{ provider, outcome }}
      onEmailLinkDone={() => navigate({ search: { checkoutError }, replace: true, hash: true, resetScroll: false })}
      devices={<DeviceNotifications timeZone={data.timeZone} />}
      activity={<AuditLog timeZone={data.timeZone} isTeam={agency.members.length > 1} />}
      templates={<ReplyTemplates />}
      questions={
        <UsualQuestionsForm
          questions={readQuestions(data.questions)}
          onSaved={() => queryClient.invalidateQueries(settingsQuery)}
        />
      }
      agency={<AgencySection />}
      documents={<DocumentsSection {...data} />}
      billing={
        may(agency, 'manageBilling') ? (
          <BillingSection timeZone={data.timeZone} checkoutError={checkoutError} />
        ) : checkoutError ? (
          <CheckoutRefusal error={checkoutError} />
        ) : null
      }
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { type ProviderVisitResult, readProviderVisitResult } from '#features/accounts/providerVisitResult.ts'
import { describeOutcome } from '#features/accounts/providerVisitTexts.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'

/** In the tab in which someone has proved at Google or Microsoft that it is them. */
export const Route = createFileRoute('/_public/login_/confirmed')({
  validateSearch: (search: ProviderVisitResult) => readProviderVisitResult(search),
  head: () => publicHead('Confirm it’s you'),
  component: Confirmed,
})

function Confirmed() {
  const { provider = 'google', outcome = 'expired' } = Route.useSearch()
  const { title, text } = describeOutcome(outcome, provider)
  return <TaskCard title={title} lead={text} takesFocus />
}

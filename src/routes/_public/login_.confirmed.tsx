import { createFileRoute } from '@tanstack/react-router'
import { readVisitResult, type VisitResult } from '#features/accounts/public/visitResult.ts'
import { describeOutcome } from '#features/accounts/visitOutcomes.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'

/** In the tab in which someone has proved at Google or Microsoft that it is them. */
export const Route = createFileRoute('/_public/login_/confirmed')({
  validateSearch: (search: VisitResult) => readVisitResult(search),
  head: () => publicHead('Confirm it’s you'),
  component: Confirmed,
})

function Confirmed() {
  const { provider = 'google', outcome = 'expired' } = Route.useSearch()
  const { title, text } = describeOutcome(outcome, provider)
  return <TaskCard title={title} lead={text} takesFocus />
}

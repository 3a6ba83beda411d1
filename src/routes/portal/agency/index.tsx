import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '#features/accounts/settings.functions.ts'
import { membersQuery } from '#features/agencies/agencies.functions.ts'
import { MembersPage } from '#features/agencies/portal/members/MembersPage.tsx'
import { AddSeatDialog } from '#features/billing/portal/AddSeatDialog.tsx'

export const Route = createFileRoute('/portal/agency/')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(settingsQuery), queryClient.fetchQuery(membersQuery)]),
  component: Members,
})

function Members() {
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  return <MembersPage timeZone={timeZone} seatDialog={(dialog) => <AddSeatDialog {...dialog} />} />
}

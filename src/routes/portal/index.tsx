import { createFileRoute } from '@tanstack/react-router'
import { Greeting } from '#features/accounts/Greeting.tsx'
import { FirstSteps } from '#ui/portal/FirstSteps.tsx'

export const Route = createFileRoute('/portal/')({
  staticData: { title: 'Dashboard' },
  head: () => ({ meta: [{ title: 'Manage Property Files' }] }),
  component: Dashboard,
})

function Dashboard() {
  return (
    <>
      <Greeting />
      <FirstSteps />
    </>
  )
}

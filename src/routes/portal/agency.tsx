import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AgencyTabs } from '#features/agencies/portal/AgencyTabs.tsx'
import { portalHead } from '#ui/layout/pageTitle.ts'

/** The frame of the agency's pages. */
export const Route = createFileRoute('/portal/agency')({
  staticData: { title: 'Your agency' },
  head: () => portalHead('Your agency'),
  component: Agency,
})

function Agency() {
  return (
    <>
      <AgencyTabs />
      <Outlet />
    </>
  )
}

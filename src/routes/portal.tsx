import { createFileRoute, Outlet } from '@tanstack/react-router'
import { NotFoundScreen } from '#ui/NotFoundScreen.tsx'
import { PortalLayout } from '#ui/portal/PortalLayout.tsx'

export const Route = createFileRoute('/portal')({
  component: () => (
    <PortalLayout>
      <Outlet />
    </PortalLayout>
  ),
  notFoundComponent: NotFoundScreen,
})

import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PublicLayout } from '#ui/PublicLayout.tsx'

export const Route = createFileRoute('/_public')({
  component: () => (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  ),
})

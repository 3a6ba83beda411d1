import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PublicLayout } from '#ui/PublicLayout.tsx'
import { WithMantine } from '#ui/WithMantine.tsx'

export const Route = createFileRoute('/_public')({
  component: () => (
    <WithMantine>
      <PublicLayout>
        <Outlet />
      </PublicLayout>
    </WithMantine>
  ),
})

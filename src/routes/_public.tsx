import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PublicLayout } from '#ui/PublicLayout.tsx'
import { MantineRoot } from '#ui/WithMantine.tsx'

export const Route = createFileRoute('/_public')({
  component: () => (
    <MantineRoot>
      <PublicLayout>
        <Outlet />
      </PublicLayout>
    </MantineRoot>
  ),
})

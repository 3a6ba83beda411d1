import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PublicLayout } from '#ui/layout/PublicLayout.tsx'
import { MantineRoot } from '#ui/theme/MantineRoot.tsx'

export const Route = createFileRoute('/_public')({
  component: () => (
    <MantineRoot>
      <PublicLayout>
        <Outlet />
      </PublicLayout>
    </MantineRoot>
  ),
})

import { createFileRoute, Outlet } from '@tanstack/react-router'
import { TaskLayout } from '#ui/layout/TaskLayout.tsx'
import { MantineRoot } from '#ui/theme/MantineRoot.tsx'

export const Route = createFileRoute('/_public')({
  component: () => (
    <MantineRoot>
      <TaskLayout>
        <Outlet />
      </TaskLayout>
    </MantineRoot>
  ),
})

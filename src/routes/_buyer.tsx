import { createFileRoute, Outlet } from '@tanstack/react-router'
import { BuyerLayout } from '#ui/layout/BuyerLayout.tsx'

export const Route = createFileRoute('/_buyer')({
  component: () => (
    <BuyerLayout>
      <Outlet />
    </BuyerLayout>
  ),
})

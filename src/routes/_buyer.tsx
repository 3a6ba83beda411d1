import { createFileRoute, Outlet } from '@tanstack/react-router'
import { BuyerLayout } from '#ui/BuyerLayout.tsx'

export const Route = createFileRoute('/_buyer')({
  component: () => (
    <BuyerLayout>
      <Outlet />
    </BuyerLayout>
  ),
})

import { createFileRoute, Outlet } from '@tanstack/react-router'
import { MarketingLayout } from '#marketing/MarketingLayout.tsx'

export const Route = createFileRoute('/_marketing')({
  component: () => (
    <MarketingLayout>
      <Outlet />
    </MarketingLayout>
  ),
})

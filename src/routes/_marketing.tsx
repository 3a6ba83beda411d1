import { createFileRoute, Outlet } from '@tanstack/react-router'
import { MarketingLayout } from '#marketing/MarketingLayout.tsx'
import { WithMantine } from '#ui/WithMantine.tsx'

export const Route = createFileRoute('/_marketing')({
  component: () => (
    <WithMantine>
      <MarketingLayout>
        <Outlet />
      </MarketingLayout>
    </WithMantine>
  ),
})

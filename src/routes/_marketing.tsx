import { createFileRoute, Outlet } from '@tanstack/react-router'
import { MarketingLayout } from '#marketing/MarketingLayout.tsx'
import { appUrlOf } from '#platform/appUrlOf.ts'
import { WithMantine } from '#ui/WithMantine.tsx'

export const Route = createFileRoute('/_marketing')({
  head: ({ matches }) => ({
    links: [{ rel: 'canonical', href: appUrlOf(matches) + (matches.at(-1)?.pathname ?? '/') }],
  }),
  component: () => (
    <WithMantine>
      <MarketingLayout>
        <Outlet />
      </MarketingLayout>
    </WithMantine>
  ),
})

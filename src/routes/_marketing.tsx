import { createFileRoute, Outlet } from '@tanstack/react-router'
import { MarketingLayout } from '#marketing/MarketingLayout.tsx'
import { appUrlFromMatches } from '#platform/config/useAppUrl.ts'

export const Route = createFileRoute('/_marketing')({
  head: ({ matches }) => {
    const url = appUrlFromMatches(matches) + (matches.at(-1)?.pathname ?? '/')
    return { meta: [{ property: 'og:url', content: url }], links: [{ rel: 'canonical', href: url }] }
  },
  component: () => (
    <MarketingLayout>
      <Outlet />
    </MarketingLayout>
  ),
})

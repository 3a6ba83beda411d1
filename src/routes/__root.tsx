import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { useEffect } from 'react'
import { fetchClientSettings } from '#platform/clientSettings.functions.ts'
import { startReporting } from '#platform/reporting/startReporting.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: 'Manage Property Files' },
    ],
  }),
  loader: () => fetchClientSettings(),
  staleTime: Number.POSITIVE_INFINITY,
  component: Root,
})

function Root() {
  const settings = Route.useLoaderData()
  useEffect(() => startReporting(settings), [settings])
  return (
    <html lang="en-NZ">
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}

import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startReporting } from '#platform/browserReporting/startReporting.ts'
import { fetchClientSettings } from '#platform/config/publicConfig.functions.ts'
import { FullScreenMessage, NotFoundScreen } from '#ui/feedback/ErrorScreens.tsx'
import { HtmlDocument } from '#ui/layout/HtmlDocument.tsx'
import styles from '#ui/theme/base.css?url'
// The not-found screen is a part of its own, whose styles are not linked on the first visit. Every layout needs these anyway.
import '#ui/feedback/ErrorScreens.module.css'
import '#ui/layout/BrandedFrame.module.css'
import '#ui/theme/buttons.module.css'
import { RootError } from './-RootError.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'theme-color', content: '#fafbfb' },
      { title: 'Manage Property Files' },
    ],
    links: [
      { rel: 'preload', as: 'font', type: 'font/woff2', href: interLatin, crossOrigin: 'anonymous' },
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.json' },
    ],
  }),
  loader: () => fetchClientSettings(),
  staleTime: Number.POSITIVE_INFINITY,
  shellComponent: HtmlDocument,
  component: Root,
  errorComponent: RootError,
  notFoundComponent: () => (
    <FullScreenMessage>
      <NotFoundScreen />
    </FullScreenMessage>
  ),
})

function Root() {
  const settings = Route.useLoaderData()
  useEffect(() => startReporting(settings), [settings])
  return <Outlet />
}

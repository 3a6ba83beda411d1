import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type ErrorComponentProps, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ListingNotFound } from '#features/listings/public/ListingError.tsx'
import { fetchClientSettings } from '#platform/config/clientSettings.functions.ts'
import { startReporting } from '#platform/telemetry/browser/startReporting.ts'
import { FullScreenMessage, MessageScreen, NotFoundScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import { HtmlDocument } from '#ui/layout/HtmlDocument.tsx'
import styles from '#ui/theme/base.css?url'
import buttons from '#ui/theme/buttons.module.css'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: ({ matches }) => ({
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
      // For the door an app of its own is installed, which starts there.
      {
        rel: 'manifest',
        href: matches.some(({ routeId }: { routeId: string }) => routeId === '/door' || routeId === '/portal/door/$id')
          ? '/door.webmanifest'
          : '/manifest.json',
      },
    ],
  }),
  loader: () => fetchClientSettings(),
  staleTime: Number.POSITIVE_INFINITY,
  shellComponent: HtmlDocument,
  component: Root,
  errorComponent: RootError,
  notFoundComponent: () => (
    <>
      <FirstVisitStyles />
      <FullScreenMessage>
        <NotFoundScreen />
      </FullScreenMessage>
    </>
  ),
})

/** The routes whose page for a listing that is not found looks the same. */
const routesOfSameLook = ['/_buyer', '/_buyer/listings/$id']

/**
 * An address that no route matches has no styles of its own until scripts have loaded. Only the server knows the file names of
 * all routes; the browser keeps what is linked.
 */
function FirstVisitStyles() {
  const { ssr } = useRouter()
  const styles = new Set(routesOfSameLook.flatMap((id) => ssr?.manifest?.routes[id]?.css ?? []))
  return [...styles].map((style) => {
    const href = typeof style === 'string' ? style : style.href
    return <link key={href} rel="stylesheet" href={href} precedence="default" />
  })
}

function Root() {
  const settings = Route.useLoaderData()
  useEffect(() => startReporting(settings), [settings])
  return <Outlet />
}

/** The fallback screen when the root layout itself has failed. */
function RootError({ error }: ErrorComponentProps) {
  const { name } = toError(error)
  return (
    <FullScreenMessage>
      {name === 'NotFoundError' ? <ListingNotFound /> : <UnexpectedFailure name={name} />}
    </FullScreenMessage>
  )
}

function UnexpectedFailure({ name }: { name: string }) {
  return (
    <MessageScreen
      heading="Something went wrong!"
      actions={
        <>
          <a href="/" className={buttons.plain}>
            Go to home page
          </a>
          <button type="button" className={buttons.filled} onClick={() => window.location.reload()}>
            Try again
          </button>
        </>
      }
    >
      <p>Please try again later.</p>
      <p>Error: {name}</p>
    </MessageScreen>
  )
}

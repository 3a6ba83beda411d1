import { HeadContent, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageNonce } from '#platform/nonce.ts'
import { viewerLocale } from '#platform/viewerLocale.ts'
import { RouteProgress } from './RouteProgress.tsx'
import { ToastOutlet } from './ToastPlace.tsx'

/** The html around every screen, the error screens included. */
export function HtmlDocument({ children }: { children: ReactNode }) {
  return (
    // As Mantine would have it, on pages without Mantine too: the colours are under this name.
    <html lang="en-NZ" data-locale={viewerLocale()} data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        {import.meta.env.DEV && <ViteNonce />}
        <HeadContent />
      </head>
      <body>
        <RouteProgress />
        {children}
        <ToastOutlet />
        <Scripts />
      </body>
    </html>
  )
}

/**
 * While developing, Vite adds each style sheet as an element with the nonce of the first `csp-nonce`, so that the policy allows it.
 * The router's own `csp-nonce` has only a content, and other code reads that.
 */
const ViteNonce = () => <meta property="csp-nonce" content={pageNonce()} nonce={pageNonce()} />

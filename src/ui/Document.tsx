import { HeadContent, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { viewerLocale } from '#platform/viewerLocale.ts'
import { RouteProgress } from './RouteProgress.tsx'
import { ToastPlace } from './ToastPlace.tsx'

/** The html around every screen, the error screens included. */
export function Document({ children }: { children: ReactNode }) {
  return (
    // As Mantine would have it, on pages without Mantine too: the colours are under this name.
    <html lang="en-NZ" data-locale={viewerLocale()} data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body>
        <RouteProgress />
        {children}
        <ToastPlace />
        <Scripts />
      </body>
    </html>
  )
}

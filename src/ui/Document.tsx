import { MantineProvider, mantineHtmlProps } from '@mantine/core'
import { HeadContent, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouteProgress } from './RouteProgress.tsx'
import { styleNonce } from './styleNonce.ts'
import { theme } from './theme.ts'
import { Toasts } from './toasts.tsx'

/** The html around every screen, the error screens included. */
export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en-NZ" {...mantineHtmlProps}>
      <head>
        <HeadContent />
      </head>
      <body>
        <MantineProvider theme={theme} forceColorScheme="light" getStyleNonce={styleNonce}>
          <RouteProgress />
          {children}
          <Toasts />
        </MantineProvider>
        <Scripts />
      </body>
    </html>
  )
}

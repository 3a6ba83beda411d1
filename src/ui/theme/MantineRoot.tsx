import './mantine.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageNonce } from '#platform/http/pageContext.ts'
import { theme } from './theme.ts'

/** Mantine's provider. Buyers' pages work without it, and load it on demand. */
export const MantineRoot = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} forceColorScheme="light" getStyleNonce={styleNonce}>
    {children}
  </MantineProvider>
)

/**
 * Drawers stop the page behind them from scrolling with a style element that a library of Mantine's makes. It looks
 * for its nonce in this variable and nowhere else; without it the content security policy refuses the style.
 */
if (typeof window !== 'undefined') Object.assign(window, { __webpack_nonce__: pageNonce() })

export const styleNonce = () => pageNonce() ?? ''

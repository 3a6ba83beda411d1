import './mantine.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageNonce } from '#platform/http/pageContext.ts'
import { theme } from './theme.ts'

/** What Mantine's components need around them. The pages that buyers open do without, and load it where they must. */
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

import './mantine.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from './styleNonce.ts'
import { theme } from './theme.ts'

/** What Mantine's components need around them. The pages that buyers open do without, and load it where they must. */
export const MantineRoot = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} forceColorScheme="light" getStyleNonce={styleNonce}>
    {children}
  </MantineProvider>
)

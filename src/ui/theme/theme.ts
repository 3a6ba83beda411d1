import { createTheme } from '@mantine/core'
import { fontFamily, gray } from './tokens.ts'

/** The look of the whole product. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 9,
  colors: { gray },
  black: gray[9],
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '2rem', lineHeight: '1.2' },
      h2: { fontSize: '1.5rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { md: '8px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: {
    md: '0 4px 16px rgb(22 30 34 / 8%), 0 1px 3px rgb(22 30 34 / 6%)',
    lg: '0 12px 32px rgb(22 30 34 / 12%), 0 2px 6px rgb(22 30 34 / 6%)',
  },
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    Drawer: { defaultProps: { transitionProps: { duration: 180, timingFunction: 'ease-out' } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Table: { defaultProps: { tabularNums: true } },
  },
})

/** In a separate file for pages without Mantine. */
export { icon } from './tokens.ts'

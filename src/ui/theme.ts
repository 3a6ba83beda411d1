import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Slightly cool, so that white cards and teal sit together. Shade 6 is the lightest that reads on the page (4.5:1). */
const gray: MantineColorsTuple = [
  '#f6f8f8',
  '#eef1f2',
  '#e3e8ea',
  '#d3dade',
  '#b8c2c8',
  '#8e9aa2',
  '#5f6c74',
  '#475259',
  '#2c363c',
  '#161e22',
]

const fontFamily = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif"

/** The look of the whole product. Lighter teal than shade 9 (#087f5b) does not reach 4.5:1 on white. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 9,
  colors: { gray },
  black: '#161e22',
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

export { icon } from './icon.ts'

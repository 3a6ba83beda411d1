/** As in the theme, which would bring Mantine along. */
export const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

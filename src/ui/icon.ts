/** Every icon of the product, so that they look like one set. Apart from the theme, for pages without Mantine. */
export const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

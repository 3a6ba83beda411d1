/** Every icon of the product, so that they look like one set. */
export const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

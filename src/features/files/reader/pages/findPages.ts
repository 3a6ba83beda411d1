/** The boxes of the pages, in their order, also of those that are not drawn. */
export const findPages = (scrollArea: HTMLElement) => scrollArea.querySelectorAll<HTMLElement>('[data-page]')

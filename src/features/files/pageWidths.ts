/** How wide pages are drawn on the server, in pixels: a thumbnail, a phone, a laptop, and a page that is zoomed in. */
export const pageWidths = [160, 800, 1600, 2400] as const

/** The narrowest picture that is sharp in a box of this width. */
export const pageWidthFor = (pixels: number) =>
  pageWidths.find((width) => width >= pixels) ?? pageWidths[pageWidths.length - 1] ?? 800

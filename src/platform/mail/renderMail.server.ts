import type { ReactElement } from 'react'

/** Both parts of a mail. The renderer is loaded with the first one: most requests never send any. */
export async function renderEmail(body: ReactElement) {
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(body)
  return { html, text: toPlainText(html, plainTextOptions) }
}

/** The part of html-to-text's formatter that is used here; the package has no types of its own. */
interface Builder {
  openBlock(options: { leadingLineBreaks: number }): void
  closeBlock(options: { trailingLineBreaks: number }): void
  addInline(text: string, options: { noWordTransform: boolean }): void
  addLineBreak(): void
}
interface Link {
  attribs: { href: string }
  children: unknown[]
}
type Walk = (children: unknown[], builder: Builder) => void

/** Headings as they were written, words for what can be dialled, and a button's address on a line of its own. */
const plainTextOptions = {
  selectors: [
    ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a[href^="tel:"]', format: 'inline' },
    { selector: 'a[href^="mailto:"]', format: 'inline' },
    { selector: 'a[data-button]', format: 'button' },
  ],
  formatters: {
    button(link: Link, walk: Walk, builder: Builder) {
      builder.openBlock({ leadingLineBreaks: 2 })
      walk(link.children, builder)
      builder.addInline(':', { noWordTransform: true })
      builder.addLineBreak()
      builder.addInline(link.attribs.href, { noWordTransform: true })
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
  },
}

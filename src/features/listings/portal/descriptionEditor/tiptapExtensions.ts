import { Heading } from '@tiptap/extension-heading'
import { Link } from '@tiptap/extension-link'
import { OrderedList } from '@tiptap/extension-list'
import { Placeholder } from '@tiptap/extensions'
import type { Extensions } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { allowedLink } from '../../description/allowedLink.ts'

/** Exactly the nodes and marks of `Description`, so that the editor drops everything else on paste. */

const isAllowedLink = (href: string) => allowedLink(href) !== undefined

const AddressOnly = Link.extend({
  addAttributes: () => ({
    href: { default: null, parseHTML: (link: HTMLElement) => allowedLink(link.getAttribute('href') ?? '') },
  }),
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  isAllowedUri: isAllowedLink,
  shouldAutoLink: isAllowedLink,
  HTMLAttributes: { target: null, rel: null },
})

/** The page has its own h1, so an h1 in pasted text becomes an h2. */
const TwoHeadings = Heading.extend({
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: level < 3 ? 2 : 3 } })),
}).configure({ levels: [2, 3] })

const PlainNumbers = OrderedList.extend({
  addAttributes: () => ({
    start: { default: 1, parseHTML: (list: HTMLElement) => listStart(list.getAttribute('start')) },
  }),
})

function listStart(written: string | null) {
  const start = Number(written ?? 1)
  return Number.isSafeInteger(start) && start >= 0 ? start : 1
}

export const extensions: Extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    strike: false,
    heading: false,
    link: false,
    orderedList: false,
    trailingNode: false,
  }),
  AddressOnly,
  TwoHeadings,
  PlainNumbers,
  Placeholder.configure({ placeholder: 'What makes this property worth a visit?' }),
]

import { createElement, Fragment, type ReactNode } from 'react'
import { allowedLink } from './allowedLink.ts'
import classes from './DescriptionText.module.css'
import { parseStoredNode, type StoredNode } from './plainDescription.ts'

/** A description as React elements. Unknown nodes are left out, so that even stored data is not trusted. */
export function DescriptionText({ description }: { description: unknown }) {
  return <div className={classes.text}>{blocks(parseStoredNode(description))}</div>
}

/** Children are spread, because they never change order and so need no keys. */
const element = (tag: string | typeof Fragment, children: ReactNode[], attributes = {}) =>
  createElement(tag, attributes, ...children)

const blocks = ({ content }: StoredNode) => element(Fragment, content.map(block))

function block(node: StoredNode): ReactNode {
  const { type, attrs, content } = node
  switch (type) {
    case 'paragraph':
      return content.length > 0 && element('p', inlines(content))
    case 'heading':
      return content.length > 0 && element(attrs?.level === 3 ? 'h3' : 'h2', inlines(content))
    case 'blockquote':
      return <blockquote>{blocks(node)}</blockquote>
    case 'bulletList':
      return <ul>{blocks(node)}</ul>
    case 'orderedList':
      return <ol start={Number.isInteger(attrs?.start) ? Number(attrs?.start) : 1}>{blocks(node)}</ol>
    case 'listItem':
      return <li>{blocks(node)}</li>
    case 'horizontalRule':
      return <hr />
    default:
      return null
  }
}

/** Adjacent texts with the same URL become one link, whatever their other marks are. */
function inlines(nodes: StoredNode[]): ReactNode[] {
  const parts: { href: string | undefined; content: ReactNode[] }[] = []
  for (const node of nodes) {
    const href = linkHref(node)
    const last = parts.at(-1)
    if (last && last.href === href) last.content.push(inline(node))
    else parts.push({ href, content: [inline(node)] })
  }
  return parts.map(({ href, content }) =>
    href ? element('a', content, { href, rel: 'noopener nofollow ugc', target: '_blank' }) : element(Fragment, content),
  )
}

function linkHref({ marks }: StoredNode) {
  const href = marks.find(({ type }) => type === 'link')?.attrs?.href
  return typeof href === 'string' ? allowedLink(href) : undefined
}

function inline({ type, text, marks }: StoredNode): ReactNode {
  if (type === 'hardBreak') return <br />
  if (type !== 'text' || typeof text !== 'string') return null
  return marks.reduceRight<ReactNode>((content, mark) => marked(mark, content), text)
}

function marked({ type }: StoredNode, content: ReactNode) {
  if (type === 'bold') return <strong>{content}</strong>
  if (type === 'italic') return <em>{content}</em>
  return type === 'underline' ? <u>{content}</u> : content
}

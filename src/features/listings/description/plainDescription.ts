/** The plain text, a line for each paragraph: for search engines, previews and to check whether it is empty. */
export const plainDescription = (description: unknown) =>
  nodeText(parseStoredNode(description))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')

function nodeText({ type, text, content }: StoredNode): string {
  if (type === 'text') return typeof text === 'string' ? text : ''
  if (type === 'hardBreak') return '\n'
  const inner = content.map(nodeText).join('')
  return type === 'paragraph' || type === 'heading' ? `${inner}\n` : inner
}

/** A stored node of a description, which is not validated. */
export interface StoredNode {
  type?: unknown
  text?: unknown
  attrs?: Record<string, unknown>
  marks: StoredNode[]
  content: StoredNode[]
}

/** Deeper than any valid description. */
const MAX_DEPTH = 40

export function parseStoredNode(value: unknown, depth = 1): StoredNode {
  const { type, text, attrs, marks, content } = isRecord(value) ? value : {}
  const each = (list: unknown) =>
    Array.isArray(list) && depth < MAX_DEPTH ? list.map((inner) => parseStoredNode(inner, depth + 1)) : []
  return { type, text, attrs: isRecord(attrs) ? attrs : {}, marks: each(marks), content: each(content) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

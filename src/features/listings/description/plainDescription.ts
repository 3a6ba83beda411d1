/** The words alone, a line for each paragraph: for search engines, previews and the question whether there are any. */
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

/** A part of a description as it lies in the database, about which nothing is certain. */
export interface StoredNode {
  type?: unknown
  text?: unknown
  attrs?: Record<string, unknown>
  marks: StoredNode[]
  content: StoredNode[]
}

/** Deeper than any description that is accepted. Whatever lies below is not worth the stack. */
const MAX_DEPTH = 40

export function parseStoredNode(value: unknown, depth = 1): StoredNode {
  const { type, text, attrs, marks, content } = isRecord(value) ? value : {}
  const each = (list: unknown) =>
    Array.isArray(list) && depth < MAX_DEPTH ? list.map((inner) => parseStoredNode(inner, depth + 1)) : []
  return { type, text, attrs: isRecord(attrs) ? attrs : {}, marks: each(marks), content: each(content) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

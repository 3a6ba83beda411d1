import { type StoredNode, parseStoredNode } from './storedNode.ts'

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

import { type StoredNode, storedNode } from './storedNode.ts'

/** The words alone, a line for each paragraph: for search engines, previews and the question whether there are any. */
export const descriptionText = (description: unknown) =>
  wordsOf(storedNode(description))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')

function wordsOf({ type, text, content }: StoredNode): string {
  if (type === 'text') return typeof text === 'string' ? text : ''
  if (type === 'hardBreak') return '\n'
  const inner = content.map(wordsOf).join('')
  return type === 'paragraph' || type === 'heading' ? `${inner}\n` : inner
}

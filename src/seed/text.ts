/** Tiptap JSON in few words, for the demo's descriptions. */
export interface TextNode {
  type: string
  attrs?: Record<string, number>
  content?: TextNode[]
  text?: string
  marks?: { type: string }[]
}

const textNode = (text: string): TextNode => ({ type: 'text', text })

export const bold = (text: string): TextNode => ({ ...textNode(text), marks: [{ type: 'bold' }] })

export const paragraph = (...parts: (string | TextNode)[]): TextNode => ({
  type: 'paragraph',
  content: parts.map((part) => (typeof part === 'string' ? textNode(part) : part)),
})

export const heading = (text: string): TextNode => ({ type: 'heading', attrs: { level: 2 }, content: [textNode(text)] })

export const bullets = (...items: string[]): TextNode => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
})

export const doc = (...content: TextNode[]): TextNode => ({ type: 'doc', content })

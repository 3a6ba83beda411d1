import { Description, emptyDescription } from './description.ts'
import { plainDescription } from './descriptionText.ts'

/** A stored description for the editor. One that older rules let through keeps its words, as plain paragraphs. */
export function toEditableDescription(stored: unknown): Description {
  const { data } = Description.safeParse(stored)
  if (data) return data
  const lines = plainDescription(stored).split('\n').filter(Boolean)
  if (lines.length === 0) return emptyDescription
  return { type: 'doc', content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })) }
}

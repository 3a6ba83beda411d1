/** Markup that is already escaped. Only `html` creates it. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | Markup[] | undefined

export type { Markup }

/** Escapes every value in the template, unless it is markup itself. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Markup(parts.map((part, index) => part + renderValue(values[index])).join(''))

function renderValue(value: Value): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(renderValue).join('')
  return value instanceof Markup ? value.text : escapeHtml(String(value))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

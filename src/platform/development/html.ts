/** Markup that is already safe. Only `html` makes it. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | Markup[] | undefined

export type { Markup }

/** Every value put into the template is escaped, unless it is markup itself. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Markup(parts.map((part, index) => part + write(values[index])).join(''))

function write(value: Value): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(write).join('')
  return value instanceof Markup ? value.text : escaped(String(value))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

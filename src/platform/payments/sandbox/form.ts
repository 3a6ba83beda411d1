/** What a form-encoded text says: names with brackets are objects, names with numbers in brackets are arrays. */
export type Input = { [name: string]: InputValue }
type InputValue = string | Input | InputValue[]

export function decodeForm(text: string): Input {
  const root: Input = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) put(root, keysOf(name), value)
  return ordered(root) as Input
}

const keysOf = (name: string) => [
  name.split('[')[0] ?? '',
  ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? ''),
]

function put(target: Input, [first = '', ...rest]: string[], value: string) {
  // `expand[]=a&expand[]=b` counts by itself.
  const key = first === '' ? String(Object.keys(target).length) : first
  if (rest.length === 0) {
    target[key] = value
    return
  }
  const inner = target[key]
  const next: Input = inner && typeof inner === 'object' && !Array.isArray(inner) ? inner : Object.create(null)
  target[key] = next
  put(next, rest, value)
}

function ordered(value: InputValue): InputValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, ordered(inner)] as const)
  const isArray = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  // Plain objects from here on: own properties only, whatever a name was.
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

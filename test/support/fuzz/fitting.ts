import fc from 'fast-check'
import { anyDescriptions } from '../../fixtures/content/descriptions.ts'
import { oddTexts } from './oddValues.ts'

/** The part of JSON Schema that our schemas turn into. */
export interface Shape {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Real things by the name of the field; ids are known by their shape. */
export type Known = { ids: string[]; [field: string]: string[] | undefined }

/** What this schema takes, or nearly: the finer rules of a schema are not in its shape. */
export function fitting(shape: Shape, known: Known, field = ''): fc.Arbitrary<unknown> {
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if ('const' in shape) return fc.constant(shape.const)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => fitting(one, known, field)))
  switch (shape.type) {
    case 'object':
      return fittingObject(shape, known)
    case 'array':
      return fc.array(fitting(shape.items ?? {}, known, field), { minLength: 1, maxLength: 4 })
    case 'string':
      return fittingText(shape, known, field)
    case 'integer':
      return fittingNumber(shape)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anyDescriptions
  }
}

const fittingObject = ({ properties = {}, required = [] }: Shape, known: Known) =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, fitting(shape, known, name)])),
    { requiredKeys: required },
  )

const fittingNumber = ({ minimum = 1, maximum = 2 ** 53 - 1 }: Shape) =>
  fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }),
    fc.constantFrom(minimum, maximum, Math.min(maximum, 2 ** 31)),
  )

function fittingText({ pattern, minLength = 0, maxLength = 200 }: Shape, known: Known, field: string) {
  const longest = Math.min(maxLength, 300)
  if (!pattern) {
    const texts = fc.oneof(oddTexts, fc.string({ unit: 'grapheme', minLength, maxLength: longest }))
    return oneOfKnown(known[field] ?? [], texts)
  }
  const shape = new RegExp(pattern, 'u')
  const real = [...known.ids, ...(known[field] ?? [])].filter((text) => shape.test(text))
  return oneOfKnown(real, real.length ? fc.constantFrom(...real) : textsMatching(pattern))
}

const textsByPattern = new Map<string, fc.Arbitrary<string>>()
/** Taking a pattern apart takes longer than a request, and the same few are in most schemas. */
function textsMatching(pattern: string) {
  const texts = textsByPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'))
  textsByPattern.set(pattern, texts)
  return texts
}

const oneOfKnown = (known: string[], others: fc.Arbitrary<string>) =>
  known.length ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, others) : others

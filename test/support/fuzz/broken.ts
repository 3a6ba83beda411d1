import fc from 'fast-check'
import { oddKeys, oddValues } from './oddValues.ts'

type Break = (value: unknown, pick: number, odd: unknown, key: string) => unknown

/** As it should be, and in most cases not quite. */
export const broken = (whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(whole, fc.constantFrom(...breaks), fc.nat(), oddValues, oddKeys)
    .map(([value, spoil, pick, odd, key]) => spoil(value, pick, odd, key))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const keyOf = (record: Record<string, unknown>, pick: number) => {
  const keys = Object.keys(record)
  return keys[pick % keys.length] ?? ''
}

/** An own key, whatever it is called. */
const withKey = (record: object, key: string, value: unknown) =>
  Object.defineProperty({ ...record }, key, { value, enumerable: true, configurable: true, writable: true })

const spoilField: Break = (value, pick, odd) =>
  isRecord(value) ? withKey(value, keyOf(value, pick), Array.isArray(odd) ? odd : oddOf(odd, pick)) : odd

/** Now and then inside a list, where the field had one. */
const oddOf = (odd: unknown, pick: number) => (pick % 5 ? odd : [odd, odd])

const loseField: Break = (value, pick) => {
  if (!isRecord(value)) return undefined
  const { [keyOf(value, pick)]: _lost, ...rest } = value
  return rest
}

const addField: Break = (value, _pick, odd, key) => (isRecord(value) ? withKey(value, key, odd) : { [key]: odd })

const breaks: Break[] = [
  (value) => value,
  (value) => value,
  spoilField,
  spoilField,
  spoilField,
  spoilField,
  loseField,
  addField,
  (_value, _pick, odd) => odd,
  (value, pick) => (pick % 2 ? [value] : JSON.stringify(value)),
]

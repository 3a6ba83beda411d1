import { createDefaultSerovalPlugins, makeSerovalPlugin } from '@tanstack/router-core/ssr/client'
import fc from 'fast-check'
import { toJSONAsync } from 'seroval'
import { errorSerializer } from '../../../src/platform/serverFunctions/errorSerializer.ts'

const plugins = [makeSerovalPlugin(errorSerializer), ...createDefaultSerovalPlugins()]

/** How a payload is written down: as our pages do, in plain JSON, or spoilt on the way. */
export const writings = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: 'ours' as const, at: 0 }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(...(['plain', 'cut', 'scrambled', 'json', 'form', 'nothing'] as const)),
      at: fc.nat(),
    }),
  },
)
type Writing = typeof writings extends fc.Arbitrary<infer One> ? One : never

export const contentTypes = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'multipart/form-data'],
      ...['application/json; charset=utf-16', 'application/octet-stream', 'x', '', 'application/x-tss-framed'],
    ),
  },
)

export async function written(payload: unknown, { kind, at }: Writing) {
  if (kind === 'nothing') return ''
  if (kind === 'json') return asJson(payload)
  if (kind === 'plain') return asJson({ data: payload, context: {} })
  if (kind === 'form') return `--b\r\ncontent-disposition: form-data; name="data"\r\n\r\n${asJson(payload)}\r\n--b--`
  const text = await serialised(payload)
  if (kind === 'cut') return text.slice(0, at % text.length)
  return kind === 'scrambled' ? text.replace(/\d/g, scramble(at)) : text
}

/** One number of many becomes another. */
const scramble = (at: number) => {
  let nth = 0
  return (digit: string) => (nth++ === at % 7 ? String(at % 100) : digit)
}

async function serialised(data: unknown) {
  try {
    return JSON.stringify(await toJSONAsync({ data }, { plugins }))
  } catch {
    return asJson(data)
  }
}

export function asJson(value: unknown) {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '{'
  }
}

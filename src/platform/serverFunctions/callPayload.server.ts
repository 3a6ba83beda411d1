import { fromJSON, type SerovalJSON } from 'seroval'
import { limitRequestBody } from 'srvx/body-limit'
import { invalidInput, tooLarge, unsupportedType } from '../errors.ts'
import { currentRequest } from '../http/currentRequest.server.ts'
import { findInvalidText } from '../input/fieldSchemas.ts'

/** The largest payload of a call: bytes, and values (objects, lists, texts, numbers) inside. */
export interface PayloadLimit {
  maxBytes: number
  maxValues: number
}

/** Enough for a description, which may nest 20 nodes, each an object with a list inside. */
const MAX_DEPTH = 64
const MAX_KEYS_PER_OBJECT = 64
/** How many JSON levels and separators the framework's encoding needs at most for one level and one value. */
const ENCODED_LEVELS = 3
const ENCODED_TOKENS = 10

/**
 * The request that Start gets in place of the original: without its payload, so that Start's deserialiser never sees what a visitor
 * sent. `readCallPayload` reads it once the call knows who sent it.
 */
export function withoutPayload(request: Request) {
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
  // Without this header Start does not serialise what the call returns.
  headers.set('x-tsr-serverfn', 'true')
  const { method, signal, url } = request
  return new Request(url.split('?')[0] ?? url, { method, headers, signal })
}

/** The payload of a call as plain data. `passed` is the input when our own code makes the call during server rendering. */
export async function readCallPayload(passed: unknown, limit: PayloadLimit): Promise<unknown> {
  const context = currentRequest()
  const { callRequest } = context
  // If this call makes another one, that one gets its input directly.
  context.callRequest = undefined
  const data = callRequest ? await readSentData(callRequest, limit) : passed
  const odd = findInvalidText(data)
  if (odd) throw invalidInput({ [odd]: 'Contains characters that can’t be stored' })
  // JSON has no `undefined`, so a call without input has no payload.
  return data ?? {}
}

async function readSentData(request: Request, limit: PayloadLimit) {
  const text = request.method === 'POST' ? await readBody(request, limit) : readQuery(request, limit)
  return text ? decodePayload(text, limit) : undefined
}

async function readBody(request: Request, { maxBytes }: PayloadLimit) {
  const { headers } = request
  const isEmpty = !headers.has('transfer-encoding') && !Number(headers.get('content-length') ?? 0)
  if (isEmpty) return ''
  // Form encodings would be parsed by other rules.
  if (!headers.get('content-type')?.includes('application/json')) throw unsupportedType('Please send JSON.')
  return limitRequestBody(request, maxBytes, { createError: tooLarge }).text()
}

function readQuery({ url }: Request, { maxBytes }: PayloadLimit) {
  const text = new URL(url).searchParams.get('payload') ?? ''
  if (Buffer.byteLength(text) > maxBytes) throw tooLarge()
  return text
}

/** Two ways to write a payload: plain `{ data, context }`, and the framework's encoding of it. `context` is ignored. */
function decodePayload(text: string, limit: PayloadLimit): unknown {
  const json = parseJson(text, limit, { levels: ENCODED_LEVELS, tokens: ENCODED_TOKENS })
  const payload = isRecord(json) && 't' in json ? decodeEncoded(json, limit) : json
  if (!isRecord(payload) || Object.keys(payload).some((key) => key !== 'data' && key !== 'context')) throw unreadable()
  if (!isSmallEnough(payload, limit.maxValues)) throw unreadable()
  return payload.data
}

/** Refuses JSON with too many tokens before parsing it: parsing a megabyte of brackets takes a third of a second. */
export function parseJson(
  text: string,
  { maxValues }: Pick<PayloadLimit, 'maxValues'>,
  per = { levels: 1, tokens: 2 },
) {
  if (!hasFewTokens(text, MAX_DEPTH * per.levels, maxValues * per.tokens + 100)) throw unreadable()
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch {
    throw unreadable()
  }
}

const unreadable = () => invalidInput({ payload: 'Not readable' })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Counts brackets and commas outside of strings. */
function hasFewTokens(text: string, maxDepth: number, maxTokens: number) {
  let depth = 0
  let tokens = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInText) {
      if (character === '\\') at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '}' || character === ']') depth--
    else if (character === '{' || character === '[' || character === ',') {
      if (character !== ',') depth++
      if (depth > maxDepth || ++tokens > maxTokens) return false
    }
  }
  return true
}

/** Recurses no deeper than the limit. Shared values count each time, so a cycle is too deep. */
function isSmallEnough(root: unknown, maxValues: number) {
  let values = 0
  const visit = (value: unknown, depth: number): boolean => {
    if (++values > maxValues || depth > MAX_DEPTH) return false
    if (typeof value !== 'object' || value === null) return true
    const inner = Object.values(value)
    if (!Array.isArray(value) && inner.length > MAX_KEYS_PER_OBJECT) return false
    return inner.every((one) => visit(one, depth + 1))
  }
  return visit(root, 0)
}

/** The node types of seroval that our calls use; its own list of them is not exported. */
const NODE = { number: 0, text: 1, constant: 2, reference: 4, array: 9, object: 10, objectWithoutPrototype: 11 }

function decodeEncoded(json: Record<string, unknown>, { maxValues }: PayloadLimit): unknown {
  if (!isPlainData(json, maxValues)) throw unreadable()
  try {
    return fromJSON(json, { plugins: [], depthLimit: MAX_DEPTH })
  } catch {
    throw unreadable()
  }
}

/**
 * Whether seroval would create only plain data from this. Sets, maps, dates, patterns, buffers, promises and streams are refused: building
 * a set of chosen numbers can take seconds, because V8's hash of a number is predictable.
 */
function isPlainData(json: Record<string, unknown>, maxValues: number): json is Record<string, unknown> & SerovalJSON {
  // Seroval keeps ids in a map and a set, so they must be bounded too.
  const isId = (id: unknown) => Number.isInteger(id) && Number(id) >= 0 && Number(id) <= maxValues
  const isNode = (node: unknown): boolean => {
    if (!isRecord(node)) return false
    switch (node.t) {
      case NODE.number:
        return typeof node.s === 'number'
      case NODE.text:
        return typeof node.s === 'string'
      case NODE.constant:
        return Number.isInteger(node.s)
      case NODE.reference:
        return isId(node.i)
      case NODE.array:
        return isId(node.i) && Array.isArray(node.a) && node.a.every(isNode)
      case NODE.object:
      case NODE.objectWithoutPrototype:
        return isId(node.i) && isRecord(node.p) && areProperties(node.p)
      default:
        return false
    }
  }
  const areProperties = ({ k, v }: Record<string, unknown>) =>
    Array.isArray(k) &&
    k.length <= MAX_KEYS_PER_OBJECT &&
    k.every((key) => typeof key === 'string') &&
    Array.isArray(v) &&
    v.length === k.length &&
    v.every(isNode)
  const { t, f, m } = json
  return Number.isInteger(f) && Array.isArray(m) && m.every(isId) && isNode(t)
}

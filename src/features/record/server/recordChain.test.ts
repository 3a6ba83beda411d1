import { describe, expect, test } from 'vitest'
import { recordKinds } from '#values/disclosureValues.ts'
import {
  type ChainEntry,
  type ChainHead,
  canonicalJson,
  FIRST_HASH,
  findChainError,
  hashEntry,
  sealHead,
} from './recordChain.server.ts'

const LISTING = 'lst_000000000000'
const TAMPERS = 1_000
const random = createRandom(2026)

/** The same numbers each time. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(choices: readonly T[]) => {
    const [chosen] = choices.slice(between(0, choices.length - 1))
    if (chosen === undefined) throw new Error('Nothing to choose from.')
    return chosen
  }
  const hex = (digits: number) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join('')
  return { between, pick, hex, chance: (probability: number) => next() < probability }
}

/** A record of so many entries, each with something in every column. */
function createChain(length: number) {
  const entries: ChainEntry[] = []
  for (let sequence = 1; sequence <= length; sequence++) {
    const entry = {
      ...{ listingId: LISTING, sequence, kind: random.pick(recordKinds), subjectId: random.hex(32) },
      ...{ fileId: `file_${random.hex(12)}`, version: random.between(1, 9) },
      details: { name: 'Building report', pagesRead: random.between(1, 40), isZip: random.chance(0.5) },
      recordedAt: new Date(Date.UTC(2026, 10, 3, 14, 2, 0, sequence)).toISOString(),
      previousHash: entries.at(-1)?.hash ?? FIRST_HASH,
      hash: '',
    }
    entries.push({ ...entry, hash: hashEntry(entry) })
  }
  return { entries, head: headOf(entries) }
}

function headOf(entries: ChainEntry[]): ChainHead {
  const end = { listingId: LISTING, length: entries.length, hash: entries.at(-1)?.hash ?? FIRST_HASH }
  return { ...end, seal: sealHead(end) }
}

/** The same value with one character of its text replaced. */
function changeOneByte(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + random.pick([1, -1, 10, 100])
  if (typeof value === 'object' && value !== null) {
    const key = random.pick(Object.keys(value))
    const members = Object.entries(value)
    return Object.fromEntries(
      random.chance(0.2)
        ? members.map(([name, member]) => [name === key ? changeText(name) : name, member])
        : members.map(([name, member]) => [name, name === key ? changeOneByte(member) : member]),
    )
  }
  return changeText(String(value))
}

function changeText(text: string) {
  const at = random.between(0, Math.max(text.length - 1, 0))
  const code = text.charCodeAt(at) || 65
  return text.slice(0, at) + String.fromCharCode(code ^ (1 << random.between(0, 4))) + text.slice(at + 1)
}

/** Without the secret anyone can compute the hashes again, but not the seal. */
function hashAgain(entries: ChainEntry[]) {
  let previousHash = FIRST_HASH
  return entries.map((entry, index) => {
    const linked = { ...entry, sequence: index + 1, previousHash }
    previousHash = hashEntry(linked)
    return { ...linked, hash: previousHash }
  })
}

describe('threat 132: a record', () => {
  const { entries, head } = createChain(60)
  const isFound = (changed: ChainEntry[], changedHead: ChainHead | undefined = head) =>
    findChainError(LISTING, changed, changedHead) !== undefined

  test('that was not changed is in order', () => {
    expect(findChainError(LISTING, entries, head)).toBeUndefined()
    expect(findChainError(LISTING, [], headOf([]))).toBeUndefined()
    expect(findChainError(LISTING, [], undefined)).toBeUndefined()
  })

  test(`reveals each of ${TAMPERS} changes of a single byte, in any column of any row`, () => {
    const missed: unknown[] = []
    for (let n = 0; n < TAMPERS; n++) {
      const at = random.between(0, entries.length - 1)
      const entry = entries[at]
      if (!entry) throw new Error('There is no such entry.')
      const column = random.pick(Object.keys(entry) as (keyof ChainEntry)[])
      const changed = { ...entry, [column]: changeOneByte(entry[column]) }
      if (canonicalJson(changed) === canonicalJson(entry)) throw new Error(`Nothing was changed in ${column}.`)
      if (!isFound(entries.with(at, changed))) missed.push([at, column, changed[column]])
    }
    expect(missed).toEqual([])
  })

  test('reveals each missing row, each pair in the wrong order, and each shortened end', () => {
    for (const [at, entry] of entries.entries()) {
      expect(isFound(entries.toSpliced(at, 1)), `without row ${at}`).toBe(true)
      expect(isFound(entries.slice(0, at)), `cut before row ${at}`).toBe(true)
      const next = entries[at + 1]
      if (next) expect(isFound(entries.toSpliced(at, 2, next, entry)), `row ${at} after its next`).toBe(true)
      expect(isFound(entries.toSpliced(at, 0, entry)), `row ${at} twice`).toBe(true)
    }
  })

  test('reveals changes after which every hash was computed again, because the end is sealed with our secret', () => {
    for (const changed of [
      entries.slice(0, -1),
      entries.toSpliced(7, 1),
      entries.map((entry) => ({ ...entry, version: 1 })),
    ]) {
      const forged = hashAgain(changed)
      const end = { listingId: LISTING, length: forged.length, hash: forged.at(-1)?.hash ?? '' }
      expect(isFound(forged, { ...end, seal: head.seal })).toBe(true)
      expect(isFound(forged)).toBe(true)
    }
  })

  test('reveals a missing or changed end', () => {
    expect(findChainError(LISTING, entries, undefined)).toBe('The end of the record is missing.')
    for (const column of ['listingId', 'length', 'hash', 'seal'] as const)
      expect(isFound(entries, { ...head, [column]: changeOneByte(head[column]) }), column).toBe(true)
  })

  test('cannot be passed off as that of another listing', () => {
    expect(findChainError('lst_other', entries, head)).toBeDefined()
  })
})

test('canonical JSON is the same text whatever the order of the keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
  expect(canonicalJson({ a: true, b: [1, { c: 'x', d: null }] })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
})

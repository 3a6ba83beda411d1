import { inflateSync } from 'node:zlib'
import type { PageGeometry } from './watermark.media.ts'

/** A PDF that this small reader leaves to PDFium: encrypted, damaged, or built in a rare way. */
export class UnusualPdfError extends Error {}

const unusual = (what: string) => new UnusualPdfError(what)

/** Values stay as they are written, one byte a character: what is not understood is copied. */
type Dictionary = Map<string, string>
type Place = { offset: number } | { container: number; index: number }
interface ReadObject {
  value: string
  /** Where the bytes of its stream begin. */
  streamAt?: number
}
interface FoundPage {
  /** "12 0" */
  reference: string
  dictionary: Dictionary
  resources: Dictionary
  geometry: PageGeometry
}

const WINDOW_BYTES = 4_096
const MAX_WINDOW_BYTES = 8_000_000
const MAX_STREAM_BYTES = 64_000_000
const MAX_PAGES = 5_000
const MAX_DEPTH = 40
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

/** Finds the pages of a PDF by its tables, and reads nothing else of it. */
export class PdfStructure {
  readonly trailer: Dictionary
  readonly hasTableStream: boolean
  readonly lastTable: number
  #read: (position: number, length: number) => Buffer
  #places = new Map<number, Place>()
  #containers = new Map<number, string[]>()

  constructor(read: (position: number, length: number) => Buffer, size: number) {
    this.#read = read
    if (!read(0, 5).equals(Buffer.from('%PDF-'))) throw unusual('It does not start with its header.')
    const end = read(Math.max(0, size - 2_048), 2_048).toString('latin1')
    const [, at] = [...end.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].at(-1) ?? []
    if (!at) throw unusual('It has no table.')
    this.lastTable = Number(at)
    const tables = this.#readTables()
    const [last] = tables
    if (!last) throw unusual('It has no table.')
    this.trailer = last.trailer
    this.hasTableStream = last.isStream
    if (tables.some(({ trailer }) => trailer.has('Encrypt'))) throw unusual('It is encrypted.')
  }

  /** A number that no object has. */
  get nextNumber() {
    let last = Number(this.trailer.get('Size') ?? 0)
    for (const number of this.#places.keys()) last = Math.max(last, number)
    return last + 1
  }

  #readTables() {
    const seen = new Set<number>()
    const tables: { trailer: Dictionary; isStream: boolean }[] = []
    for (let at: number | undefined = this.lastTable; at !== undefined && !seen.has(at); ) {
      seen.add(at)
      const isStream: boolean = !this.#read(at, 64).toString('latin1').trimStart().startsWith('xref')
      const trailer: Dictionary = isStream ? this.#readTableStream(at) : this.#readTable(at)
      tables.push({ trailer, isStream })
      const hidden = trailer.get('XRefStm')
      if (hidden) this.#readTableStream(Number(hidden))
      at = trailer.has('Prev') ? Number(trailer.get('Prev')) : undefined
      if (tables.length > 200 || Number.isNaN(at)) throw unusual('It has too many tables.')
    }
    return tables
  }

  #readTable(at: number): Dictionary {
    return this.#inWindow(at, (text) => {
      let position = text.indexOf('xref') + 4
      const section = /\s*(\d+)\s+(\d+)\s*/y
      const entry = /(\d{10}) (\d{5}) ([nf])\s*/y
      for (;;) {
        section.lastIndex = position
        const [all, first, count] = section.exec(text) ?? []
        if (!all) break
        position += all.length
        for (let index = 0; index < Number(count); index++) {
          entry.lastIndex = position
          const [line, offset, , state] = entry.exec(text) ?? []
          if (!line) throw position + 20 >= text.length ? new NeedsMore() : unusual('Its table is damaged.')
          position += line.length
          if (state === 'n') this.#place(Number(first) + index, { offset: Number(offset) })
        }
      }
      const start = text.indexOf('<<', position)
      if (start < 0) throw new NeedsMore()
      return parseDictionary(text, start)
    })
  }

  #readTableStream(at: number): Dictionary {
    const found = this.#readObject(at)
    const trailer = parseDictionary(found.value + LOOK_AHEAD)
    if (trailer.get('Type') !== '/XRef') throw unusual('Its table is damaged.')
    const bytes = this.#readStream(found, trailer)
    const widths = numbers(trailer.get('W'))
    const [typeWidth = 0, firstWidth = 0, secondWidth = 0] = widths
    const index = trailer.has('Index') ? numbers(trailer.get('Index')) : [0, Number(trailer.get('Size'))]
    const take = (position: number, width: number) =>
      bytes.subarray(position, position + width).reduce((sum, byte) => sum * 256 + byte, 0)
    let position = 0
    for (let part = 0; part + 1 < index.length; part += 2)
      for (let n = 0; n < (index[part + 1] ?? 0) && position < bytes.length; n++) {
        const type = typeWidth ? take(position, typeWidth) : 1
        const first = take(position + typeWidth, firstWidth)
        const second = take(position + typeWidth + firstWidth, secondWidth)
        position += typeWidth + firstWidth + secondWidth
        const number = (index[part] ?? 0) + n
        if (type === 1) this.#place(number, { offset: first })
        else if (type === 2) this.#place(number, { container: first, index: second })
      }
    return trailer
  }

  /** Later tables are read first. */
  #place(number: number, place: Place) {
    if (!this.#places.has(number)) this.#places.set(number, place)
  }

  /** A value, or what it refers to. */
  resolve(value: string, depth = 0): string {
    if (!isReference(value)) return value
    if (depth > MAX_DEPTH) throw unusual('Its references never end.')
    return this.resolve(this.#readNumbered(referenceNumber(value)), depth + 1)
  }

  dictionary(value: string | undefined): Dictionary {
    const found = value === undefined ? '' : this.resolve(value)
    return found.startsWith('<<') ? parseDictionary(found + LOOK_AHEAD) : new Map()
  }

  #readNumbered(number: number) {
    const place = this.#places.get(number)
    if (!place) return 'null'
    if ('offset' in place) return this.#readObject(place.offset, number).value
    const objects = this.#containers.get(place.container) ?? this.#readContainer(place.container)
    this.#containers.set(place.container, objects)
    return objects[place.index] ?? 'null'
  }

  #readContainer(number: number) {
    const place = this.#places.get(number)
    if (!place || !('offset' in place)) throw unusual('A container is missing.')
    const found = this.#readObject(place.offset, number)
    const dictionary = parseDictionary(found.value + LOOK_AHEAD)
    const text = this.#readStream(found, dictionary).toString('latin1') + LOOK_AHEAD
    const first = Number(dictionary.get('First'))
    const heads = numbers(text.slice(0, first))
    const starts = heads.filter((_, index) => index % 2 === 1).map((start) => first + start)
    return starts.map((start) => {
      const from = skipSpace(text, start)
      return text.slice(from, valueEnd(text, from))
    })
  }

  #readObject(offset: number, number?: number): ReadObject {
    return this.#inWindow(offset, (text) => {
      const [head, found] = /^\s*(\d+)\s+\d+\s+obj/.exec(text) ?? []
      if (!head || (number !== undefined && Number(found) !== number)) throw unusual('An object is not in its place.')
      const from = skipSpace(text, head.length)
      const end = valueEnd(text, from)
      const after = /^\s*stream\r?\n/.exec(text.slice(end, end + LOOK_AHEAD.length / 2))
      return {
        value: text.slice(from, end),
        streamAt: after ? offset + end + after[0].length : undefined,
      }
    })
  }

  #readStream({ streamAt }: ReadObject, dictionary: Dictionary) {
    const length = Number(this.resolve(dictionary.get('Length') ?? ''))
    if (streamAt === undefined || !(length >= 0 && length <= MAX_STREAM_BYTES)) throw unusual('A stream is damaged.')
    const bytes = this.#read(streamAt, length)
    const filter = this.resolve(dictionary.get('Filter') ?? '').replace(/[[\]\s]/g, '')
    if (filter !== '' && filter !== '/FlateDecode') throw unusual('A table is packed in a rare way.')
    try {
      const unpacked = filter ? inflateSync(bytes, { maxOutputLength: MAX_STREAM_BYTES }) : bytes
      return undoPrediction(unpacked, this.dictionary(dictionary.get('DecodeParms')))
    } catch (error) {
      throw error instanceof UnusualPdfError ? error : unusual('A table is damaged.')
    }
  }

  /** Reads more of the file until what is looked for is complete. */
  #inWindow<Result>(at: number, find: (text: string) => Result): Result {
    for (let length = WINDOW_BYTES; length <= MAX_WINDOW_BYTES; length *= 4) {
      const bytes = this.#read(at, length)
      try {
        return find(bytes.toString('latin1') + (bytes.length < length ? LOOK_AHEAD : ''))
      } catch (error) {
        if (!(error instanceof NeedsMore)) throw error
        if (bytes.length < length) break
      }
    }
    throw unusual('An object never ends.')
  }

  /** Each page once, although a damaged document may show one several times. */
  listPages() {
    const pages = new Map<string, FoundPage>()
    const root = this.dictionary(this.trailer.get('Root'))
    this.#walk(root.get('Pages') ?? '', new Map(), pages, 0)
    if (pages.size === 0) throw unusual('It has no pages.')
    return [...pages.values()]
  }

  #walk(value: string, inherited: Dictionary, pages: Map<string, FoundPage>, depth: number) {
    if (!isReference(value) || depth > MAX_DEPTH || pages.size >= MAX_PAGES)
      throw unusual('Its pages are listed in a rare way.')
    const own = this.dictionary(value)
    const all = new Map([...inherited, ...[...own].filter(([key]) => INHERITED.includes(key))])
    const kids = own.get('Kids')
    if (kids !== undefined) {
      for (const kid of this.resolve(kids).match(/\d+\s+\d+\s+R/g) ?? []) this.#walk(kid, all, pages, depth + 1)
      return
    }
    const reference = value.replace(/\s*R$/, '').replace(/\s+/, ' ')
    const geometry = this.#geometry(all)
    pages.set(reference, { reference, dictionary: own, resources: this.dictionary(all.get('Resources')), geometry })
  }

  #geometry(all: Dictionary): PageGeometry {
    const box = this.#box(all.get('CropBox')) ?? this.#box(all.get('MediaBox'))
    if (!box) throw unusual('A page has no size.')
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box
    const rotation = Number(this.resolve(all.get('Rotate') ?? '0')) || 0
    return {
      left: Math.min(x1, x2),
      right: Math.max(x1, x2),
      bottom: Math.min(y1, y2),
      top: Math.max(y1, y2),
      rotation,
    }
  }

  #box(value: string | undefined) {
    if (value === undefined) return undefined
    const sides = this.resolve(value)
      .slice(1, -1)
      .match(/\d+\s+\d+\s+R|[^\s]+/g)
      ?.map((side) => Number(this.resolve(side)))
    return sides?.length === 4 && sides.every(Number.isFinite) ? sides : undefined
  }
}

/** The text ends before what is being read. */
class NeedsMore extends UnusualPdfError {}

/** After a text that is complete: what ends there is not cut off. */
const LOOK_AHEAD = ' '.repeat(64)

const isReference = (value: string) => /^\d+\s+\d+\s+R$/.test(value)
const referenceNumber = (value: string) => Number.parseInt(value, 10)
const numbers = (text = '') => (text.match(/-?\d+/g) ?? []).map(Number)

function parseDictionary(text: string, from = 0): Dictionary {
  const entries: Dictionary = new Map()
  if (!text.startsWith('<<', from)) throw unusual('A dictionary is missing.')
  for (let at = skipSpace(text, from + 2); ; ) {
    if (at >= text.length) throw new NeedsMore()
    if (text.startsWith('>>', at)) return entries
    if (text[at] !== '/') throw unusual('A dictionary is damaged.')
    const keyEnd = valueEnd(text, at)
    const start = skipSpace(text, keyEnd)
    const end = valueEnd(text, start)
    entries.set(text.slice(at + 1, keyEnd), text.slice(start, end))
    at = skipSpace(text, end)
  }
}

function skipSpace(text: string, from: number) {
  const space = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y
  space.lastIndex = from
  return from + (space.exec(text)?.[0].length ?? 0)
}

/** Where a value ends: a dictionary, list, text, name, number, word or reference. */
function valueEnd(text: string, from: number, depth = 0): number {
  if (from >= text.length) throw new NeedsMore()
  if (depth > MAX_DEPTH) throw unusual('It is nested too deeply.')
  if (text.startsWith('<<', from)) return nestedEnd(text, from + 2, '>>', depth)
  if (text[from] === '[') return nestedEnd(text, from + 1, ']', depth)
  if (text[from] === '(') return textEnd(text, from)
  const token =
    /<[^>]*>|\/[^\0\t\n\f\r ()<>[\]{}/%]*|\d+\s+\d+\s+R(?![^\0\t\n\f\r ()<>[\]{}/%])|[^\0\t\n\f\r ()<>[\]{}/%]+/y
  token.lastIndex = from
  const [found] = token.exec(text) ?? []
  if (!found) throw unusual('A value is damaged.')
  // The bytes after the window may belong to it.
  if (from + found.length + LOOK_AHEAD.length / 2 > text.length) throw new NeedsMore()
  return from + found.length
}

function nestedEnd(text: string, from: number, closing: string, depth: number) {
  let at = skipSpace(text, from)
  while (!text.startsWith(closing, at)) at = skipSpace(text, valueEnd(text, at, depth + 1))
  return at + closing.length
}

function textEnd(text: string, from: number) {
  let open = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '(') open++
    else if (character === ')' && --open === 0) return at + 1
  }
  throw new NeedsMore()
}

/** Tables are often packed as differences between rows (PNG filters). */
function undoPrediction(bytes: Buffer, parameters: Dictionary) {
  const predictor = Number(parameters.get('Predictor') ?? 1)
  if (predictor === 1) return bytes
  if (predictor < 10) throw unusual('A table is packed in a rare way.')
  const columns = Number(parameters.get('Columns') ?? 1)
  const rows = Math.floor(bytes.length / (columns + 1))
  const result = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row++) {
    const filter = bytes[row * (columns + 1)]
    if (filter !== 0 && filter !== 1 && filter !== 2) throw unusual('A table is packed in a rare way.')
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      const above = row > 0 ? (result[at - columns] ?? 0) : 0
      const left = column > 0 ? (result[at - 1] ?? 0) : 0
      const difference = filter === 2 ? above : filter === 1 ? left : 0
      result[at] = ((bytes[row * (columns + 1) + 1 + column] ?? 0) + difference) & 0xff
    }
  }
  return result
}

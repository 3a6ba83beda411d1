/** A page as it is compared: its text, and a tiny grey picture in base64 for pages without text. */
export interface ComparablePage {
  text: string
  fingerprint: string | null
}

export interface PageChange {
  state: 'same' | 'different' | 'new' | 'gone'
  /** Page numbers from 1. Null where the version does not have the page. */
  from: number | null
  to: number | null
}

/** Two pages with fewer words in common are not the same page changed. */
const MIN_SIMILARITY = 0.35
/** Above it, pages that changed are paired in their order. */
const MAX_COMPARED_PAIRS = 40_000
/** The mean difference of two grey pictures that look alike, of 255. Scanning the same sheet twice stays below. */
const MAX_PICTURE_DIFFERENCE = 6
const MAX_SIMILAR_PICTURE_DIFFERENCE = 40
/** Of one place in both pictures: a stamp changes a few places a lot, and the mean hardly. Scanning again moves none this far. */
const MAX_PLACE_DIFFERENCE = 16

/** Which pages of a document are new, gone or different. Pages that stayed the same keep the others in their place. */
export function comparePages(before: readonly ComparablePage[], after: readonly ComparablePage[]): PageChange[] {
  const changes: PageChange[] = []
  let [from, to] = [0, 0]
  const addGap = (fromEnd: number, toEnd: number) => {
    changes.push(...pairChangedPages(before, after, { from, to, fromEnd, toEnd }))
  }
  for (const [nextFrom, nextTo] of findCommon(before.map(pageIdentity), after.map(pageIdentity), isSamePage)) {
    addGap(nextFrom, nextTo)
    changes.push({ state: 'same', from: nextFrom + 1, to: nextTo + 1 })
    from = nextFrom + 1
    to = nextTo + 1
  }
  addGap(before.length, after.length)
  return changes
}

interface PageIdentity {
  words: string
  distinctWords: Set<string>
  picture: Uint8Array | null
}

function pageIdentity({ text, fingerprint }: ComparablePage): PageIdentity {
  const words = text.replace(/\s+/g, ' ').trim()
  return {
    words,
    distinctWords: new Set(words.split(' ')),
    picture: fingerprint ? Uint8Array.from(atob(fingerprint), (char) => char.charCodeAt(0)) : null,
  }
}

/** Pages with text are the same if their words are: a new date of printing moves no pixel that matters. Scans are compared by their pictures. */
const isSamePage = (one: PageIdentity, other: PageIdentity) =>
  one.words || other.words
    ? one.words === other.words
    : pictureDifference(one.picture, other.picture) <= MAX_PICTURE_DIFFERENCE &&
      !hasChangedPlace(one.picture, other.picture)

function pictureDifference(one: Uint8Array | null, other: Uint8Array | null) {
  if (!one || !other || one.length !== other.length) return one === other ? 0 : 255
  return one.reduce((sum, grey, at) => sum + Math.abs(grey - (other[at] ?? 0)), 0) / Math.max(one.length, 1)
}

const hasChangedPlace = (one: Uint8Array | null, other: Uint8Array | null) =>
  one?.some((grey, at) => Math.abs(grey - (other?.[at] ?? grey)) > MAX_PLACE_DIFFERENCE) ?? false

interface Gap {
  from: number
  to: number
  fromEnd: number
  toEnd: number
}

/** Between two pages that stayed: those that are alike are one page that changed, the rest are gone or new. */
function pairChangedPages(
  before: readonly ComparablePage[],
  after: readonly ComparablePage[],
  { from, to, fromEnd, toEnd }: Gap,
): PageChange[] {
  const gone = before.slice(from, fromEnd).map(pageIdentity)
  const fresh = after.slice(to, toEnd).map(pageIdentity)
  const pairs =
    gone.length * fresh.length > MAX_COMPARED_PAIRS
      ? Array.from({ length: Math.min(gone.length, fresh.length) }, (_, at): Pair => [at, at])
      : findCommon(gone, fresh, areAlike)
  const changes: PageChange[] = []
  let [left, right] = [0, 0]
  for (const [nextLeft, nextRight] of [...pairs, [gone.length, fresh.length] satisfies Pair]) {
    for (; left < nextLeft; left++) changes.push({ state: 'gone', from: from + left + 1, to: null })
    for (; right < nextRight; right++) changes.push({ state: 'new', from: null, to: to + right + 1 })
    if (nextLeft < gone.length || nextRight < fresh.length) {
      changes.push({ state: 'different', from: from + nextLeft + 1, to: to + nextRight + 1 })
      left = nextLeft + 1
      right = nextRight + 1
    }
  }
  return changes
}

/** So many of the words of both are in both. */
function areAlike(one: PageIdentity, other: PageIdentity) {
  if (!one.words && !other.words) return pictureDifference(one.picture, other.picture) <= MAX_SIMILAR_PICTURE_DIFFERENCE
  const [words, others] = [one.distinctWords, other.distinctWords]
  let shared = 0
  for (const word of words) if (others.has(word)) shared++
  return shared / (words.size + others.size - shared) >= MIN_SIMILARITY
}

/** Places in two lists. */
type Pair = [number, number]

/** The longest common subsequence, as pairs of places. */
export function findCommon<Item>(
  one: readonly Item[],
  other: readonly Item[],
  isEqual: (a: Item, b: Item) => boolean,
): Pair[] {
  const isSame = (a: number, b: number) => {
    const [left, right] = [one[a], other[b]]
    return left !== undefined && right !== undefined && isEqual(left, right)
  }
  // What is the same at both ends needs no table.
  let start = 0
  while (start < one.length && start < other.length && isSame(start, start)) start++
  let end = 0
  while (end < one.length - start && end < other.length - start && isSame(one.length - 1 - end, other.length - 1 - end))
    end++
  const [rows, columns] = [one.length - start - end, other.length - start - end]
  const width = columns + 1
  const lengths = new Uint32Array((rows + 1) * width)
  const matches = new Uint8Array(rows * columns)
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const matched = isSame(start + row, start + column)
      if (matched) matches[row * columns + column] = 1
      lengths[row * width + column] = matched
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
    }
  const pairs: Pair[] = Array.from({ length: start }, (_, at): Pair => [at, at])
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (matches[row * columns + column]) pairs.push([start + row++, start + column++])
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row++
    else column++
  }
  for (let at = end; at > 0; at--) pairs.push([one.length - at, other.length - at])
  return pairs
}

export interface TextPart {
  state: 'same' | 'gone' | 'new'
  text: string
}

/** Above it, the table would take too long: the whole text counts as changed. */
const MAX_WORD_PAIRS = 2_000_000

/** What is gone from a text and what is new in it, word by word. */
export function compareWords(before: string, after: string): TextPart[] {
  const [one, other] = [splitWords(before), splitWords(after)]
  const pairs = one.length * other.length > MAX_WORD_PAIRS ? [] : findCommon(one, other, (a, b) => a === b)
  const parts: TextPart[] = []
  const add = (state: TextPart['state'], words: string[]) => {
    const last = parts.at(-1)
    const text = words.join('')
    if (!text) return
    if (last?.state === state) last.text += text
    else parts.push({ state, text })
  }
  let [left, right] = [0, 0]
  for (const [nextLeft, nextRight] of [...pairs, [one.length, other.length] satisfies Pair]) {
    add('gone', one.slice(left, nextLeft))
    add('new', other.slice(right, nextRight))
    add('same', other.slice(nextRight, nextRight + 1))
    left = nextLeft + 1
    right = nextRight + 1
  }
  return parts
}

/** Each word with the spaces after it. */
const splitWords = (text: string) => text.match(/\S+\s*/g) ?? []

import { extensionOf } from '#platform/media/fileTypes.ts'

export const LONGEST_NAME = 255

/** A path rather than a name: it starts at a root or a drive, or climbs. Its last part is the name. */
const PATH = /^(?:[a-z]:)?[\\/]|(?:^|[\\/])\.{1,2}(?:[\\/]|$)/i
const SLASH = /[\\/]/
/** Characters that are not seen but do something, such as turning the direction of what follows. Two of them join letters. */
const UNSEEN = /(?!\s|\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu
const EDGES = /^[\s.]+|[\s.\u200c\u200d]+$/g

/**
 * A name that is safe to show, to store and to send in a header, or nothing if none is left. A slash inside a name, as in
 * "2/14 Rata St", becomes a hyphen.
 */
export function cleanFileName(name: string) {
  const visible = name.replace(UNSEEN, '').normalize('NFC').replace(/\s+/g, ' ')
  const parts = visible.split(SLASH)
  const bare = PATH.test(visible) ? (parts.at(-1) ?? '') : parts.join('-')
  const clean = shorten(bare.replace(EDGES, ''))
  return clean === '' ? null : clean
}

/** Cut in the middle, so that the extension stays, and never inside a character. */
function shorten(name: string) {
  if (name.length <= LONGEST_NAME) return name
  const extension = extensionOf(name)
  const end = extension ? `.${extension}` : ''
  const stem = name.slice(0, LONGEST_NAME - end.length).replace(UNSEEN, '')
  return stem.replace(EDGES, '') + end
}

import { fileExtension } from '#platform/media/fileTypes.ts'

export const MAX_FILE_NAME_LENGTH = 255

/** A path rather than a name: it starts at a root or a drive, or climbs. Its last part is the name. */
const PATH_PATTERN = /^(?:[a-z]:)?[\\/]|(?:^|[\\/])\.{1,2}(?:[\\/]|$)/i
const SLASH = /[\\/]/
/** Characters that are not seen but do something, such as turning the direction of what follows. Two of them join letters. */
const INVISIBLE_CHARACTERS = /(?!\s|\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu
const EDGES = /^[\s.]+|[\s.\u200c\u200d]+$/g

/**
 * A name that is safe to show, to store and to send in a header, or nothing if none is left. A slash inside a name, as in
 * "2/14 Rata St", becomes a hyphen.
 */
export function cleanFileName(name: string) {
  const visible = name.replace(INVISIBLE_CHARACTERS, '').normalize('NFC').replace(/\s+/g, ' ')
  const parts = visible.split(SLASH)
  const bare = PATH_PATTERN.test(visible) ? (parts.at(-1) ?? '') : parts.join('-')
  const clean = shortenName(bare.replace(EDGES, ''))
  return clean === '' ? null : clean
}

/** Cut in the middle, so that the extension stays, and never inside a character. */
function shortenName(name: string) {
  if (name.length <= MAX_FILE_NAME_LENGTH) return name
  const extension = fileExtension(name)
  const end = extension ? `.${extension}` : ''
  const stem = name.slice(0, MAX_FILE_NAME_LENGTH - end.length).replace(INVISIBLE_CHARACTERS, '')
  return stem.replace(EDGES, '') + end
}

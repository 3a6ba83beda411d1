import { fileExtension, fileTypeForExtension } from '#platform/media/fileTypes.ts'

/** Without the ending that says how to open it, however often it stands there. What else follows a dot is part of the name. */
export function withoutExtension(name: string): string {
  const extension = fileExtension(name)
  return fileTypeForExtension(extension) ? withoutExtension(name.trim().slice(0, -extension.length - 1)) : name
}

/**
 * The name as words: `LIM_12-Rata-St` and `Lim12RataSt` are "LIM 12 Rata St". Hyphens and dots that belong to a word or stand
 * between numbers stay, as in "Pre-purchase", "2025-26", "12-14 Rata St".
 */
export function splitWords(name: string) {
  const spaced = name.replace(/%20|[_+]/g, ' ')
  if (/ /.test(name.trim())) return spaced
  return spaced
    .replace(/(?<=\p{L})[-.]|[-.](?=\p{L})/gu, ' ')
    .replace(/(?<!Mc|Mac)(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(?<=\p{L}{2})(?=\d)|(?<=\d)(?=\p{L}{2})/gu, ' ')
}

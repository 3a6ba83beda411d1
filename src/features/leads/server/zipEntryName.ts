/** Characters that Windows forbids in names, that change the text direction, or that are invisible. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
const MAX_NAME_LENGTH = 120

/** "01 LIM report.pdf": in the order of the page, no two alike, and safe on every computer. */
export function zipEntryName(name: string, index: number, count: number) {
  const place = String(index + 1).padStart(Math.max(2, String(count).length), '0')
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,10})?$/is.exec(name.toWellFormed()) ?? []
  const tidy = [...stem.replace(UNSAFE_CHARACTERS, ' ').replace(/\s+/g, ' ')].slice(0, MAX_NAME_LENGTH).join('')
  return `${place} ${tidy.replace(/^[\s.]+|[\s.]+$/g, '') || 'Document'}${extension}`
}

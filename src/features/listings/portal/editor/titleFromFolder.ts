/** Folder names that say nothing about the property. */
const GENERIC_NAMES =
  /^(new|untitled)?\s*(folder|desktop|documents?|docs|downloads?|files?|photos?|pictures?|images?|listings?|uploads?|property|property files|to upload|final|misc|stuff|scans?|dropbox|onedrive|google drive)?$/i

/** What people add to the name of the property. */
const ADDITIONS =
  /[\s,;:–—-]*\b(copy|final|photos?|pictures?|images?|docs|documents?|files?|property files|listing|for web|web|upload)\s*$/i

const MAX_TITLE_LENGTH = 160

/** "12 Rata Street" from a folder of that name, "12_rata_street - photos (2)" too. Undefined if the name says nothing. */
export function titleFromFolder(folderName: string) {
  let title = folderName
    .replace(/\s*\(\d+\)\s*$/, '')
    .replace(/_+/g, ' ')
    .trim()
  // "12-rata-street" is one word, "12-14 Rata Street" is not.
  if (!/\s/.test(title)) title = title.replace(/(?<=\p{L})-|-(?=\p{L})/gu, ' ')
  title = title.replace(/\s+/g, ' ')
  for (let before = ''; before !== title; ) {
    before = title
    title = title.replace(ADDITIONS, '').trim()
  }
  if (GENERIC_NAMES.test(title) || !/\p{L}/u.test(title)) return undefined
  return (title === title.toLowerCase() ? capitalise(title) : title).slice(0, MAX_TITLE_LENGTH)
}

const capitalise = (text: string) => text.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())

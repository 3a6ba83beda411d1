/** Why a file is not accepted, in words for the agent who uploads it. */
export const refusalMessages = {
  empty: 'This file is empty.',
  webPage: 'We can’t accept web pages. Save it as a PDF and upload that.',
  drawing: 'We can’t accept SVG drawings. Save it as a PNG or PDF and upload that.',
  program: 'This is a program or a script. We can’t accept programs.',
  macros: 'We can’t accept Office files with macros. Save it without macros or as a PDF and upload that.',
  locked: 'This Office file has a password. Remove the password and try again.',
  archive: 'We can’t accept zip files and other archives. Unzip it and upload the files inside.',
  twoThings: 'This file contains a second file, such as a web page or music. Re-save it and try again.',
  film: 'We can only accept MP4 videos. Export it as MP4 and upload that.',
  unknown:
    'We can’t accept this file type. Upload a PDF, Word, Excel, PowerPoint, text, CSV, JPEG, PNG, WebP, HEIC, GIF or MP4 file.',
}

const PROGRAMS =
  'app apk bat bin chm class cmd com cpl deb dll dmg elf exe gadget hta inf ins iso jar js jse lnk mjs msc msi msp mst pif pkg pl ps1 psm1 py rb reg rpm scf scr sh sys ts url vb vbe vbs wasm wsc wsf wsh'
const WEB_PAGES = 'htm html mht mhtml php phtml shtml xht xhtml xml xsl xslt asp aspx jsp css swf'
const MACROS = 'docm dotm xlsm xltm xlam xlsb pptm potm ppsm ppam'
const ARCHIVES = '7z ace arj bz2 cab gz lzh rar tar tgz xz zip zst'

const byExtension = new Map<string, string>()
for (const [extensions, why] of [
  ['svg svgz', refusalMessages.drawing],
  [PROGRAMS, refusalMessages.program],
  [WEB_PAGES, refusalMessages.webPage],
  [MACROS, refusalMessages.macros],
  [ARCHIVES, refusalMessages.archive],
] as const)
  for (const extension of extensions.split(' ')) byExtension.set(extension, why)

/** The buyer's computer would run or unpack a file with this name, so it is refused whatever is inside. */
export const refusedExtensionMessage = (extension: string) => byExtension.get(extension)

/** The message for a type that was recognised, or claimed, but is not accepted. */
export function refusedTypeMessage(type: string) {
  if (/html|php/.test(type)) return refusalMessages.webPage
  if (type === 'image/svg+xml') return refusalMessages.drawing
  if (type.includes('macroenabled')) return refusalMessages.macros
  if (/msdownload|x-elf|x-mach|java-archive|javascript|x-msi|wasm|android|x-sh\b|x-executable/.test(type))
    return refusalMessages.program
  if (/zip|rar|7z|tar|x-xz|lz|compress|vnd\.ms-cab/.test(type) && !type.includes('epub')) return refusalMessages.archive
  if (type.startsWith('video/')) return refusalMessages.film
  return refusalMessages.unknown
}

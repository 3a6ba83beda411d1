import { type FileHandle, open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { type FileType, fileExtension, fileTypeForExtension, fileTypeInfo, isFileType } from './fileTypes.ts'
import { MediaError, refuseTooManyPixels } from './mediaError.ts'

/** The real type of a file, or why it is refused. Pictures with too many pixels are refused too. */
export async function inspectFile(path: string, claim?: ClaimedType): Promise<DetectedType> {
  const sniffed = await detectFileType(path, claim)
  if (!sniffed.accepted || fileTypeInfo(sniffed.type).family !== 'image') return sniffed
  const why = await whyTooLarge(path)
  return why ? { accepted: false, why } : sniffed
}

/** Reads the size from the header. If that fails, the decoder decides later. */
async function whyTooLarge(path: string) {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    refuseTooManyPixels(width, height)
    return undefined
  } catch (error) {
    return error instanceof MediaError ? error.message : undefined
  }
}

/** What the uploader says about a file, which may be missing or wrong. */
export interface ClaimedType {
  name?: string
  contentType?: string
}

export type DetectedType = { accepted: true; type: FileType } | { accepted: false; why: string }

const HEAD_BYTES = 64 * 1024
const MARKUP_HEAD_BYTES = 1024
/** Some programs write an empty line first, and every reader accepts it. */
const PDF = /^(?:\xef\xbb\xbf)?\s*%PDF-\d/

const aliases: Record<string, FileType> = {
  'image/apng': 'image/png',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heif',
  'video/x-m4v': 'video/mp4',
}

/** The real type of a file, read from its bytes; or why it is not accepted. */
export async function detectFileType(path: string, claim: ClaimedType = {}): Promise<DetectedType> {
  const extension = fileExtension(claim.name ?? '')
  const contentType = claim.contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const found = await recognise(path)
  if (!found.accepted) return found
  const why = refusedExtensionMessage(extension) ?? whyClaimDiffers(found.type, extension, contentType)
  if (why) return { accepted: false, why }
  return found.type === 'text/plain' && (extension === 'csv' || (!extension && contentType === 'text/csv'))
    ? { accepted: true, type: 'text/csv' }
    : found
}

async function recognise(path: string): Promise<DetectedType> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    if (bytesRead === 0) return refuse(refusalMessages.empty)
    const head = buffer.subarray(0, bytesRead)
    const start = head.subarray(0, MARKUP_HEAD_BYTES)

    const detected = PDF.test(start.toString('latin1')) ? 'application/pdf' : (await fileTypeFromFile(path))?.mime
    const type = aliases[detected ?? ''] ?? detected
    if (isFileType(type)) return isPolyglot(type, start) ? refuse(refusalMessages.twoThings) : accept(type)
    if (type === 'application/x-cfb') return recogniseOldOffice(await listCompoundFile(file))
    const text = readText(head)
    if (text === undefined) return refuse(type ? refusedTypeMessage(type) : refusalMessages.unknown)
    const why = whyNotPlainText(text)
    return why ? refuse(why) : accept('text/plain')
  } finally {
    await file.close()
  }
}

/** The detector skips an ID3 tag and a byte order mark, so a file that starts with one has two types. */
const isPolyglot = (type: FileType, start: Buffer) =>
  hasMarkup(start) || (type !== 'application/pdf' && ['ID3', '\xef\xbb\xbf'].includes(start.toString('latin1', 0, 3)))

function recogniseOldOffice(names: string[]): DetectedType {
  const has = (...wanted: string[]) => names.some((name) => wanted.includes(name))
  if (has('EncryptedPackage')) return refuse(refusalMessages.locked)
  if (has('Macros', '_VBA_PROJECT_CUR', '_VBA_PROJECT', 'VBA')) return refuse(refusalMessages.macros)
  if (has('WordDocument')) return accept('application/msword')
  if (has('Workbook', 'Book')) return accept('application/vnd.ms-excel')
  if (has('PowerPoint Document')) return accept('application/vnd.ms-powerpoint')
  return refuse(refusalMessages.unknown)
}

/** A wrong type of the same family is accepted: a JPEG called .png. One of another family is refused. */
function whyClaimDiffers(type: FileType, extension: string, contentType: string) {
  const real = fileTypeInfo(type)
  // Windows calls a CSV an Excel workbook, so the file name takes precedence.
  const claimed = fileTypeForExtension(extension) ?? (isFileType(contentType) ? contentType : undefined)
  if (claimed && fileTypeInfo(claimed).family !== real.family)
    return `This file is labelled as ${fileTypeInfo(claimed).description}, but it’s ${real.description}. Rename it and try again.`
  if (/html|javascript|svg/.test(contentType)) return refusedTypeMessage(contentType)
  // Text can be a program in any language: only names that open as text are accepted.
  return real.family === 'text' && extension && !fileTypeForExtension(extension) ? refusalMessages.unknown : undefined
}

const accept = (type: FileType): DetectedType => ({ accepted: true, type })
const refuse = (why: string): DetectedType => ({ accepted: false, why })

const MARKUP = /<(?:!doctype\s+html|html|head|body|script|iframe|object|embed|svg)[\s>/]|<\?(?:php|xml-stylesheet)\b/i
/** How browsers recognise HTML (WHATWG MIME sniffing, 7.1), and any XML. */
const PAGE_START =
  /^\s*<(?:!--|\?xml\b|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg)[\s>/])/i
const CONTROL = /(?![\t\n\f\r])\p{Cc}/u

/** The first bytes of a file as text, or nothing if they are not text. Old Windows encodings count as text. */
function readText(head: Uint8Array) {
  const text = decode(head)
  return text === undefined || CONTROL.test(text) ? undefined : text
}

function decode(head: Uint8Array) {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head)
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head)
  try {
    // The last character may be cut in two, which `stream` allows.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(head)
  }
}

/** Finds markup or a script in what claims to be plain text. */
function whyNotPlainText(text: string) {
  if (PAGE_START.test(text) || MARKUP.test(text))
    return /<svg[\s>/]/i.test(text) ? refusalMessages.drawing : refusalMessages.webPage
  return text.startsWith('#!') ? refusalMessages.program : undefined
}

/** Markup at the beginning of a picture or a document: a polyglot file. */
const hasMarkup = (head: Uint8Array) => MARKUP.test(new TextDecoder('latin1').decode(head))

const HEADER_BYTES = 512
const TABLES_IN_HEADER = 109
const ENTRY_BYTES = 128
const MAX_SECTORS = 512
const LAST_SECTOR = 0xfffffffa

/**
 * The entry names of a compound file, the container format of Office before 2007 (MS-CFB). Word, Excel, installers and
 * Outlook emails all use it; only these names distinguish them.
 */
async function listCompoundFile(file: FileHandle) {
  const header = await readAt(file, 0, HEADER_BYTES)
  const size = 1 << header.readUInt16LE(30)
  if (size !== 512 && size !== 4096) return []
  const sector = (index: number) => readAt(file, (index + 1) * size, size)

  const tables = await listTables(header, sector, size)
  const names: string[] = []
  let at = header.readUInt32LE(48)
  for (let left = MAX_SECTORS; left > 0 && at <= LAST_SECTOR; left--) {
    names.push(...entryNames(await sector(at)))
    const table = tables[Math.floor(at / (size / 4))]
    if (table === undefined) break
    at = (await sector(table)).readUInt32LE((at % (size / 4)) * 4)
  }
  return names
}

/** The sectors of the allocation table: the first 109 are in the header, the others in a chain of sectors. */
async function listTables(header: Buffer, sector: (index: number) => Promise<Buffer>, size: number) {
  const tables = Array.from({ length: TABLES_IN_HEADER }, (_, index) => header.readUInt32LE(76 + index * 4))
  let at = header.readUInt32LE(68)
  for (let left = MAX_SECTORS; left > 0 && at <= LAST_SECTOR; left--) {
    const part = await sector(at)
    for (let offset = 0; offset < size - 4; offset += 4) tables.push(part.readUInt32LE(offset))
    at = part.readUInt32LE(size - 4)
  }
  return tables.filter((table) => table <= LAST_SECTOR)
}

function entryNames(sector: Buffer) {
  const names: string[] = []
  for (let at = 0; at < sector.length; at += ENTRY_BYTES) {
    const length = Math.min(sector.readUInt16LE(at + 64), 64)
    if (length > 2) names.push(sector.toString('utf16le', at, at + length - 2))
  }
  return names
}

/** Zeros beyond the end of the file, so that a damaged file is simply not recognised. */
async function readAt(file: FileHandle, position: number, length: number) {
  const bytes = Buffer.alloc(length)
  await file.read(bytes, 0, length, position)
  return bytes
}

/** Why a file is not accepted, in words for the agent who uploads it. */
export const refusalMessages = {
  empty: 'This file is empty.',
  webPage: 'We can’t accept web pages. Save the page as a PDF and upload that.',
  drawing: 'We can’t accept SVG drawings. Save the drawing as a PNG or PDF and upload that.',
  program: 'This is a program or a script. We can’t accept programs.',
  macros: 'We can’t accept Office files with macros. Save the file without macros, or as a PDF, and upload that.',
  locked: 'This Office file has a password. Remove the password and try again.',
  archive: 'We can’t accept zip files or other archives. Unzip the archive and upload the files inside.',
  twoThings: 'This file contains a second file, such as a web page or music. Re-save it and try again.',
  film: 'We can only accept MP4 videos. Export the video as MP4 and upload that.',
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
const refusedExtensionMessage = (extension: string) => byExtension.get(extension)

/** The message for a type that was recognised, or claimed, but is not accepted. */
function refusedTypeMessage(type: string) {
  if (/html|php/.test(type)) return refusalMessages.webPage
  if (type === 'image/svg+xml') return refusalMessages.drawing
  if (type.includes('macroenabled')) return refusalMessages.macros
  if (/msdownload|x-elf|x-mach|java-archive|javascript|x-msi|wasm|android|x-sh\b|x-executable/.test(type))
    return refusalMessages.program
  if (/zip|rar|7z|tar|x-xz|lz|compress|vnd\.ms-cab/.test(type) && !type.includes('epub')) return refusalMessages.archive
  if (type.startsWith('video/')) return refusalMessages.film
  return refusalMessages.unknown
}

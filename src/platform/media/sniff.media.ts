import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { listCompoundFile } from './compoundFile.media.ts'
import { fileExtension, type FileType, isFileType, fileTypeInfo, fileTypeForExtension } from './fileTypes.ts'
import { refusals, refusedExtension, refusedType } from './refusals.ts'
import { hasMarkup, readText, whyNotPlainText } from './text.media.ts'

/** What the uploader says about a file. Either part may be missing, and both may lie. */
export interface ClaimedType {
  name?: string
  contentType?: string
}

export type DetectedType = { accepted: true; type: FileType } | { accepted: false; why: string }

const HEAD_BYTES = 64 * 1024
const MARKUP_HEAD_BYTES = 1024
/** Some programs write an empty line first, and every reader forgives it. */
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
  const why = refusedExtension(extension) ?? whyClaimDiffers(found.type, extension, contentType)
  if (why) return { accepted: false, why }
  return found.type === 'text/plain' && (extension === 'csv' || (!extension && contentType === 'text/csv'))
    ? { accepted: true, type: 'text/csv' }
    : found
}

async function recognise(path: string): Promise<DetectedType> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    if (bytesRead === 0) return refuse(refusals.empty)
    const head = buffer.subarray(0, bytesRead)
    const start = head.subarray(0, MARKUP_HEAD_BYTES)

    const detected = PDF.test(start.toString('latin1')) ? 'application/pdf' : (await fileTypeFromFile(path))?.mime
    const type = aliases[detected ?? ''] ?? detected
    if (isFileType(type)) return isPolyglot(type, start) ? refuse(refusals.twoThings) : accept(type)
    if (type === 'application/x-cfb') return recogniseOldOffice(await listCompoundFile(file))
    const text = readText(head)
    if (text === undefined) return refuse(type ? refusedType(type) : refusals.unknown)
    const why = whyNotPlainText(text)
    return why ? refuse(why) : accept('text/plain')
  } finally {
    await file.close()
  }
}

/** The detector looks behind a music tag and a byte order mark. Whatever starts so is also something else. */
const isPolyglot = (type: FileType, start: Buffer) =>
  hasMarkup(start) || (type !== 'application/pdf' && ['ID3', '\xef\xbb\xbf'].includes(start.toString('latin1', 0, 3)))

function recogniseOldOffice(names: string[]): DetectedType {
  const has = (...wanted: string[]) => names.some((name) => wanted.includes(name))
  if (has('EncryptedPackage')) return refuse(refusals.locked)
  if (has('Macros', '_VBA_PROJECT_CUR', '_VBA_PROJECT', 'VBA')) return refuse(refusals.macros)
  if (has('WordDocument')) return accept('application/msword')
  if (has('Workbook', 'Book')) return accept('application/vnd.ms-excel')
  if (has('PowerPoint Document')) return accept('application/vnd.ms-powerpoint')
  return refuse(refusals.unknown)
}

/** A claim of the same family is a slip and forgiven: a JPEG called .png. One of another family is a lie or a mistake. */
function whyClaimDiffers(type: FileType, extension: string, contentType: string) {
  const real = fileTypeInfo(type)
  // Windows calls a CSV an Excel workbook: where the name says something, its word counts.
  const claimed = fileTypeForExtension(extension) ?? (isFileType(contentType) ? contentType : undefined)
  if (claimed && fileTypeInfo(claimed).family !== real.family)
    return `This file is labelled as ${fileTypeInfo(claimed).words}, but it’s ${real.words}. Rename it and try again.`
  if (/html|javascript|svg/.test(contentType)) return refusedType(contentType)
  // Text can be a program in any language: only names that open as text are accepted.
  return real.family === 'text' && extension && !fileTypeForExtension(extension) ? refusals.unknown : undefined
}

const accept = (type: FileType): DetectedType => ({ accepted: true, type })
const refuse = (why: string): DetectedType => ({ accepted: false, why })

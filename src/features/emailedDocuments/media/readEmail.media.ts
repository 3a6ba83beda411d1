import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { downloadName, type FileType, fileTypeInfo } from '#platform/media/fileTypes.ts'
import { inspectFile } from '#platform/media/inspectFile.media.ts'
import { unusableFile } from '#platform/media/mediaError.ts'
import { MAX_DOCUMENTS_PER_EMAIL } from '../emailedDocuments.schema.ts'
import { readTnef } from './tnef.media.ts'

interface FoundDocument {
  /** In the folder. */
  file: string
  name: string
  type: FileType
  size: number
}

export interface EmailContents {
  subject: string
  /** Its beginning, without layout. */
  text: string
  documents: FoundDocument[]
  refused: { name: string; why: string }[]
}

/** One attachment, wherever it was packed. */
interface Part {
  name: string
  contentType: string
  content: Uint8Array
}

/** A forwarded email within a forwarded email within a forwarded email. */
const MAX_DEPTH = 3
const MAX_PARTS = 200
const MAX_NAME_LENGTH = 500
const CANNOT_OPEN = 'We couldn’t open this email.'
const parserOptions = {
  forceRfc822Attachments: true,
  attachmentEncoding: 'arraybuffer',
  maxNestingDepth: 30,
  maxHeadersSize: 512 * 1024,
} as const

/** Finds the documents of an email. Forwarded emails and Outlook's winmail.dat are opened; logos of signatures are left out. */
export async function readEmail({ path, folder }: { path: string; folder: string }): Promise<EmailContents> {
  const email = await PostalMime.parse(await readFile(path), parserOptions).catch(() => {
    throw unusableFile(CANNOT_OPEN)
  })
  const subject = (email.subject ?? '').slice(0, 300)
  const contents: EmailContents = { subject, text: readText(email), documents: [], refused: [] }
  const parts: Part[] = []
  await collectParts(email, 0, parts, contents)
  for (const part of parts) await sortPart(part, folder, contents)
  return contents
}

const MAX_TEXT_LENGTH = 2_000
const MAX_HTML_LENGTH = 50_000

/** Some phones send HTML alone. What someone wrote above the email that they quote is enough. */
function readText({ text = '', html = '' }: Email) {
  if (text.trim() !== '') return text.trimStart().slice(0, MAX_TEXT_LENGTH)
  const body = html.slice(Math.max(html.search(/<body\b/i), 0)).slice(0, MAX_HTML_LENGTH)
  const [own = ''] = body.split(/<blockquote\b/i, 1)
  return own
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/?(?:p|div|table|tr|h\d|ul|ol|li))\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:nbsp|#160);/gi, ' ')
    .trimStart()
    .slice(0, MAX_TEXT_LENGTH)
}

async function collectParts(email: Email, depth: number, parts: Part[], contents: EmailContents) {
  for (const attachment of email.attachments) {
    if (isPartOfLayout(attachment, email) || isSignature(attachment)) continue
    const part = toPart(attachment)
    if (parts.length + contents.refused.length >= MAX_PARTS) return
    if (isEmail(part)) {
      const forwarded = await openForwarded(part, depth, contents)
      if (forwarded) await collectParts(forwarded, depth + 1, parts, contents)
    } else if (isTnef(part)) parts.push(...readTnef(part.content).slice(0, MAX_PARTS - parts.length))
    else parts.push(part)
  }
}

/** One that can't be opened must not take the other attachments with it. */
async function openForwarded({ name, content }: Part, depth: number, { refused }: EmailContents) {
  const email = depth < MAX_DEPTH && (await PostalMime.parse(content, parserOptions).catch(() => undefined))
  if (email) return email
  const why = email === false ? 'It was forwarded inside too many other emails.' : CANNOT_OPEN
  refused.push({ name: name || 'Forwarded email', why })
  return undefined
}

/** A document, or why it isn’t one: its bytes decide, whatever it is called. */
async function sortPart({ name, contentType, content }: Part, folder: string, { documents, refused }: EmailContents) {
  if (documents.length >= MAX_DOCUMENTS_PER_EMAIL) {
    refused.push({
      name,
      why: `We take up to ${MAX_DOCUMENTS_PER_EMAIL} documents from one email. Send the rest in another.`,
    })
    return
  }
  const file = `document-${documents.length}`
  const path = join(folder, file)
  await writeFile(path, content, { mode: 0o600 })
  const detected = await inspectFile(path, { name, contentType })
  if (detected.accepted) {
    const named =
      name || downloadName(fileTypeInfo(detected.type).family === 'image' ? 'Photo' : 'Document', detected.type)
    documents.push({ file, name: named, type: detected.type, size: content.byteLength })
  } else {
    await rm(path)
    refused.push({ name: name || 'An attachment without a name', why: detected.why })
  }
}

function toPart({ filename, mimeType, content }: Attachment): Part {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  return { name: (filename ?? '').slice(0, MAX_NAME_LENGTH), contentType: mimeType.toLowerCase(), content: bytes }
}

const isEmail = ({ contentType, name }: Part) => contentType === 'message/rfc822' || /\.eml$/i.test(name)
const isTnef = ({ contentType, name }: Part) =>
  contentType === 'application/ms-tnef' || contentType === 'application/vnd.ms-tnef' || /^winmail\.dat$/i.test(name)

const MAX_LAYOUT_PICTURE_BYTES = 150_000

/** Logos and portraits of email signatures: small pictures that the text shows. A photo that someone pasted is larger. */
function isPartOfLayout({ mimeType, contentId, disposition, content }: Attachment, { html = '' }: Email) {
  const size = typeof content === 'string' ? content.length : content.byteLength
  if (!mimeType.toLowerCase().startsWith('image/') || size > MAX_LAYOUT_PICTURE_BYTES) return false
  const id = contentId?.replace(/^<|>$/g, '') ?? ''
  return id !== '' && (disposition !== 'attachment' || html.includes(`cid:${id}`))
}

/** Part of how the email is sent, not a document: cryptographic signatures and delivery reports. */
const isSignature = ({ mimeType }: Attachment) =>
  /^(?:application\/(?:x-)?pkcs7-signature|application\/pgp-(?:signature|keys)|message\/delivery-status)$/i.test(
    mimeType,
  )

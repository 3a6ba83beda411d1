import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Address, Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export const emailFolder = (dataDir: string) => join(dataDir, 'mail')

/** An SMTP server on loopback that keeps every email as a file, for starts without SMTP_URL. */
export async function startEmailServer(dataDir: string) {
  const folder = emailFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 2_000,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`
      keepEmail(stream, join(folder, `${name}.eml`)).then(() => done(), done)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => server.listen(0, '127.0.0.1', resolve).once('error', reject))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** An email is accepted only once it is on disk. */
async function keepEmail(stream: NodeJS.ReadableStream, path: string) {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(stream)
    await file.sync()
    await rename(draft, path)
  } catch (error) {
    // The email is sent again. Incomplete files would fill up a disk that is nearly full.
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

export interface KeptEmail {
  id: string
  receivedAt: Date
  from: string
  to: string
  mail: Email
}

const SUFFIX = '.eml'

/** The kept emails, newest first. Their file names begin with the time. */
export async function listKeptEmails(dataDir: string, limit: number): Promise<KeptEmail[]> {
  const ids = (await keptIds(dataDir)).slice(0, limit)
  const emails = await Promise.all(ids.map((id) => parseEmail(dataDir, id)))
  return emails.filter((mail) => mail !== undefined)
}

export const readKeptEmail = async (dataDir: string, id: string) =>
  (await isKept(dataDir, id)) ? parseEmail(dataDir, id) : undefined

/** Opens only names that the folder lists, which prevents path traversal. */
export const readRawEmail = async (dataDir: string, id: string) =>
  (await isKept(dataDir, id)) ? readEmail(dataDir, id) : undefined

const isKept = async (dataDir: string, id: string) => (await keptIds(dataDir)).includes(id)

/** Nothing if the email was deleted since it was listed. */
const readEmail = (dataDir: string, id: string) =>
  readFile(join(emailFolder(dataDir), id + SUFFIX)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

async function parseEmail(dataDir: string, id: string): Promise<KeptEmail | undefined> {
  const raw = await readEmail(dataDir, id)
  if (!raw) return undefined
  // Loaded for /dev/mail alone: a process with an SMTP provider never parses emails.
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(raw)
  return {
    id,
    receivedAt: receivedTime(id),
    from: formatAddress(mail.from),
    to: (mail.to ?? []).map(formatAddress).join(', '),
    mail,
  }
}

/** Deletes the emails with this header line. With an SMTP provider, none were kept. */
export async function deleteKeptEmails(dataDir: string, line: string) {
  for (const id of await keptIds(dataDir)) {
    const path = join(emailFolder(dataDir), id + SUFFIX)
    const [head = ''] = (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n\r?\n/, 1)
    if (head.split(/\r?\n/).includes(line)) await rm(path, { force: true })
  }
}

async function keptIds(dataDir: string) {
  const entries = await readdir(emailFolder(dataDir), { withFileTypes: true }).catch(emptyWhenMissing)
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
    .map((entry) => entry.name.slice(0, -SUFFIX.length))
    .toSorted()
    .toReversed()
}

function emptyWhenMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return []
  throw error
}

const formatAddress = (address: Address | undefined) =>
  address?.name ? `${address.name} <${address.address}>` : (address?.address ?? '')

/** `2025-01-31T09-30-00.000Z-1a2b3c4d`: some file systems do not allow colons. */
const receivedTime = (id: string) => new Date(id.slice(0, 24).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

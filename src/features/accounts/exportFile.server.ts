import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq, getTableColumns, inArray } from 'drizzle-orm'
import { audit } from '#db/schema/audit.ts'
import { event } from '#db/schema/event.ts'
import { file } from '#db/schema/file.ts'
import { lead } from '#db/schema/lead.ts'
import { leadNote } from '#db/schema/leadNote.ts'
import { listing } from '#db/schema/listing.ts'
import { notification } from '#db/schema/notification.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { zipOf } from '#platform/zip.server.ts'
import { readPhoto, readSettings } from './settings.server.ts'

interface Entry {
  name: string
  open(): string | Buffer | Promise<Readable | string>
}

export const exportPath = (dataDir: string, id: string) => join(dataDir, 'exports', `${id}.zip`)
/** The zip, and what tries that were cut short left of it. */
export async function removeExport(dataDir: string, id: string) {
  const folder = join(dataDir, 'exports')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (name.startsWith(`${id}.zip`)) await rm(join(folder, name), { force: true })
}

/** Writes the zip beside its place and moves it there whole; answers its size. A try that fails leaves nothing. */
export async function writeExport(
  services: Services,
  agent: Agent,
  id: string,
  onProgress: (percent: number) => Promise<unknown>,
) {
  const path = exportPath(services.env.DATA_DIR, id)
  const draft = `${path}.${randomUUID()}.part`
  await mkdir(join(services.env.DATA_DIR, 'exports'), { recursive: true, mode: 0o700 })
  const entries = await collect(services, agent)
  try {
    await pipeline(zipOf(inTurn(entries, onProgress)), createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, path)
    return (await stat(path)).size
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function* inTurn(entries: readonly Entry[], onProgress: (percent: number) => Promise<unknown>) {
  for (const [index, { name, open }] of entries.entries()) {
    yield { name, content: await open() }
    await onProgress(Math.round(((index + 1) / entries.length) * 99))
  }
}

/** Without what only serves to recognise a form that is sent twice. */
const { submissionKey: _, ...leadColumns } = getTableColumns(lead)

/** What goes in, each opened only when its turn comes. */
async function collect({ database: { db }, storage }: Services, agent: Agent): Promise<Entry[]> {
  const { password: _secret, ...account } = agent
  const listings = await db.select().from(listing).where(eq(listing.userId, agent.id))
  const ids = listings.map((one) => one.id)
  const leads = await db.select(leadColumns).from(lead).where(inArray(lead.listingId, ids))
  const ofLeads = db.select({ id: lead.id }).from(lead).where(inArray(lead.listingId, ids))
  const photo = await readPhoto(db, agent.id)
  const json = (name: string, content: unknown) => ({
    name: `${name}.json`,
    open: () => JSON.stringify(content, null, 2),
  })
  const files = await db.select().from(file).where(eq(file.userId, agent.id))
  const folders = new Map(listings.map(({ id, slug }) => [id, slug]))
  return [
    json('account', account),
    json('settings', await readSettings(db, agent)),
    json('listings', listings),
    json('files', files),
    json('leads', leads),
    json('lead notes', await db.select().from(leadNote).where(inArray(leadNote.leadId, ofLeads))),
    json(
      'notifications',
      ids.length ? await db.select().from(notification).where(inArray(notification.listingId, ids)) : [],
    ),
    json('events', ids.length ? await db.select().from(event).where(inArray(event.listingId, ids)) : []),
    json('activity', await db.select().from(audit).where(eq(audit.userId, agent.id))),
    ...files.map(({ id, path, originalName, name, listingId }) => ({
      name: `files/${folders.get(listingId ?? '') ?? 'without a listing'}/${id} ${originalName || name}`,
      open: () => storage.read(path).catch(missingFile),
    })),
    ...(photo ? [{ name: 'photo.webp', open: () => photo }] : []),
  ]
}

/** One file that is not there is no reason to keep all others from their owner. */
function missingFile(error: unknown) {
  if (error instanceof AppError && error.status === 404) return 'This file could not be found in the storage.'
  throw error
}

import { Readable } from 'node:stream'
import { and, eq, getTableColumns, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { acknowledgement, acknowledgementReminder } from '#db/schema/acknowledgements.ts'
import { agency, assistedAgent, coAgent, member, memberInvitation } from '#db/schema/agencies.ts'
import { apiKey } from '#db/schema/apiKeys.ts'
import { audit } from '#db/schema/audit.ts'
import { channel } from '#db/schema/channels.ts'
import { changeRecipient, documentChange } from '#db/schema/documentChanges.ts'
import { event } from '#db/schema/events.ts'
import { feedListing, feedPhoto, feedRun } from '#db/schema/feeds.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import { EMAIL_TYPE, inboundDocument, inboundEmail } from '#db/schema/inboundEmails.ts'
import { chosenReader, invitee, inviteeReading } from '#db/schema/invitees.ts'
import { lead, leadAnswer, leadNote, replyTemplate } from '#db/schema/leads.ts'
import { listing, oldSlug, openHome } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import { person } from '#db/schema/people.ts'
import { reading, readingSearch } from '#db/schema/readings.ts'
import { recordEntry, recordSubject } from '#db/schema/record.ts'
import { webhookEndpoint, webhookMessage } from '#db/schema/webhooks.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { type ZipEntry, zipStream } from '#platform/downloads/zip.server.ts'
import { AppError } from '#platform/errors.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'
import type { Services } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { photoType, readPhoto, readSettings } from './settings.server.ts'

const ROWS_PER_PAGE = 1_000
/** An upper bound of an event as JSON, to know in advance whether the zip needs ZIP64. */
const MAX_EVENT_BYTES = 1_000

/** Without the keys that only recognise what is sent twice. */
const { submissionKey: _, ...leadColumns } = getTableColumns(lead)
const { creationKey: __, ...listingColumns } = getTableColumns(listing)
const { sortName: ___, searchText: ____, ...personColumns } = getTableColumns(person)
const { messageHash: _______, ...emailColumns } = getTableColumns(inboundEmail)
const { sha256: ________, ...feedRunColumns } = getTableColumns(feedRun)

/** Nobody else may sign in the name of this application. */
const { secret: _____, previousSecret: ______, ...webhookColumns } = getTableColumns(webhookEndpoint)

type OnProgress = (percent: number) => Promise<unknown>

/** Streams everything of an agent, or of an agency, as one zip to the storage, and returns its size. */
export async function writeExport(services: Services, of: ExportOf, key: string, onProgress: OnProgress) {
  const { storage } = services
  const { entries, size } =
    'agencyId' in of ? await collectAgency(services, of.agencyId) : await collectAccount(services, of.agent)
  await storage.write(key, zipStream(openInTurn(entries, onProgress), size), 'application/zip')
  const stored = await storage.stat(key)
  if (!stored) throw new Error('The export is not in the storage.')
  return stored.size
}

type ExportOf = { agent: User } | { agencyId: string }

interface ExportEntry {
  name: string
  /** Called when the entry is due, so that one file or one page of rows is open at a time. */
  open(): ZipEntry['content'] | Promise<ZipEntry['content']>
  compress?: boolean
}

async function* openInTurn(entries: readonly ExportEntry[], onProgress: OnProgress): AsyncGenerator<ZipEntry> {
  for (const [index, { name, open, compress }] of entries.entries()) {
    yield { name, content: await open(), compress }
    await onProgress(Math.round(((index + 1) / entries.length) * 99))
  }
}

/** Everything of an agent: the account, and the work of which they are the lead agent. Nothing of their colleagues. */
async function collectAccount(services: Services, agent: User) {
  const { db } = services.database
  const { password: _secret, ...account } = agent
  const photo = await readPhoto(db, agent.id)
  const isOwn = ({ userId }: { userId: PgColumn }) => eq(userId, agent.id)
  const buyers = sql`(select ${lead.personId} from ${lead} where ${isOwn(lead)}
    union select ${lead.ownPersonId} from ${lead} where ${isOwn(lead)})`
  const { entries, size } = await collectWork(services, { userId: agent.id }, '')
  return {
    entries: [
      json('account', account),
      json('settings', await readSettings(db, agent)),
      ...entries,
      pages(db, 'people', {
        table: person,
        time: person.createdAt,
        isOwn: inArray(person.id, buyers),
        columns: personColumns,
      }),
      pages(db, 'reply templates', {
        table: replyTemplate,
        time: replyTemplate.createdAt,
        isOwn: isOwn(replyTemplate),
      }),
      pages(db, 'webhooks', {
        table: webhookEndpoint,
        time: webhookEndpoint.createdAt,
        isOwn: isOwn(webhookEndpoint),
        columns: webhookColumns,
      }),
      pages(db, 'imports', {
        table: feedRun,
        time: feedRun.createdAt,
        isOwn: isOwn(feedRun),
        columns: feedRunColumns,
      }),
      json('api keys', await listKeys(db, eq(apiKey.userId, agent.id))),
      pages(db, 'notifications', { table: notification, time: notification.createdAt, isOwn: isOwn(notification) }),
      pages(db, 'activity', { table: audit, time: audit.at, isOwn: isOwn(audit) }),
      ...(photo ? [{ name: `photo.${photoType(photo).extension}`, open: () => photo }] : []),
    ],
    size,
  }
}

/** Everything of an agency: a folder with the work of each lead agent, and what they have together. Accounts are their members' own. */
async function collectAgency(services: Services, agencyId: string) {
  const { db } = services.database
  const isOwn = (table: { agencyId: PgColumn }) => eq(table.agencyId, agencyId)
  const agents = await db
    .select({ id: user.id, firstName: user.firstName, lastName: user.lastName })
    .from(user)
    .where(
      sql`${user.id} in (select ${listing.userId} from ${listing} where ${isOwn(listing)}
        union select ${file.userId} from ${file} where ${isOwn(file)})`,
    )
    .orderBy(user.id)
  const work = await Promise.all(
    agents.map((one) => collectWork(services, { userId: one.id, agencyId }, `agents/${agentFolder(one)}/`)),
  )
  const logo = await readLogo(db, agencyId)
  const sharedListings = db.select({ id: listing.id }).from(listing).where(isOwn(listing))
  return {
    entries: [
      json('agency', await describeAgency(db, agencyId)),
      json('co-agents', await db.select().from(coAgent).where(inArray(coAgent.listingId, sharedListings))),
      pages(db, 'people', { table: person, time: person.createdAt, isOwn: isOwn(person), columns: personColumns }),
      pages(db, 'reply templates', {
        table: replyTemplate,
        time: replyTemplate.createdAt,
        isOwn: isOwn(replyTemplate),
      }),
      pages(db, 'webhooks', {
        table: webhookEndpoint,
        time: webhookEndpoint.createdAt,
        isOwn: isOwn(webhookEndpoint),
        columns: webhookColumns,
      }),
      pages(db, 'webhook messages', {
        table: webhookMessage,
        time: webhookMessage.createdAt,
        isOwn: isOwn(webhookMessage),
      }),
      pages(db, 'imports', {
        table: feedRun,
        time: feedRun.createdAt,
        isOwn: isOwn(feedRun),
        columns: feedRunColumns,
      }),
      pages(db, 'activity', { table: audit, time: audit.at, isOwn: isOwn(audit) }),
      ...work.flatMap(({ entries }) => entries),
      ...(logo ? [{ name: `logo.${photoType(logo).extension}`, open: () => logo }] : []),
    ],
    size: work.reduce((sum, { size }) => sum + size, 0),
  }
}

const agentFolder = ({ id, ...names }: { id: string; firstName: string; lastName: string }) =>
  `${fullName(names).replaceAll(/[/\\]/g, ' ')} ${id}`.trim()

async function readLogo(db: Db, agencyId: string) {
  const [found] = await db.select({ logo: agency.logo }).from(agency).where(eq(agency.id, agencyId))
  return found?.logo
}

/** Who works there, how it looks to buyers, and who was invited. */
async function describeAgency(db: Db, agencyId: string) {
  const { logo: _, ...agencyColumns } = getTableColumns(agency)
  const { tokenHash: __, ...invitationColumns } = getTableColumns(memberInvitation)
  const [found] = await db.select(agencyColumns).from(agency).where(eq(agency.id, agencyId))
  const members = await db
    .select({
      ...{ id: user.id, firstName: user.firstName, lastName: user.lastName, email: user.email },
      ...{ role: member.role, joinedAt: member.joinedAt },
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.agencyId, agencyId))
    .orderBy(member.joinedAt)
  const assistedAgents = await db.select().from(assistedAgent).where(eq(assistedAgent.agencyId, agencyId))
  const invitations = await db
    .select(invitationColumns)
    .from(memberInvitation)
    .where(eq(memberInvitation.agencyId, agencyId))
  const apiKeys = await listKeys(db, eq(apiKey.agencyId, agencyId))
  return { ...found, members, assistedAgents, invitations, apiKeys }
}

/** What programs may do with the agency's data. */
function listKeys(db: Db, isOwn: SQL) {
  const { tokenHash: _, ...columns } = getTableColumns(apiKey)
  return db.select(columns).from(apiKey).where(isOwn).orderBy(apiKey.createdAt)
}

/** Whose work: that of a lead agent in one agency, or in all of theirs. */
interface WorkOf {
  userId: string
  agencyId?: string
}

/** The listings of a lead agent with their documents, leads and events. */
async function collectWork({ database: { db }, storage }: Services, { userId, agencyId }: WorkOf, folder: string) {
  const isOwn = (table: { userId: PgColumn; agencyId: PgColumn }) =>
    and(eq(table.userId, userId), agencyId === undefined ? undefined : eq(table.agencyId, agencyId)) ?? sql`false`
  const listings = await db.select(listingColumns).from(listing).where(isOwn(listing))
  const listingIds = db.select({ id: listing.id }).from(listing).where(isOwn(listing))
  const openHomes = await db.select().from(openHome).where(inArray(openHome.listingId, listingIds))
  const channels = await db.select().from(channel).where(inArray(channel.listingId, listingIds))
  const imported = await db.select().from(feedListing).where(inArray(feedListing.listingId, listingIds))
  const importedPhotos = await db.select().from(feedPhoto).where(inArray(feedPhoto.listingId, listingIds))
  const emailed = await db
    .select({ ...getTableColumns(inboundDocument), listingId: inboundEmail.listingId })
    .from(inboundDocument)
    .innerJoin(inboundEmail, eq(inboundEmail.id, inboundDocument.emailId))
    .where(and(inArray(inboundEmail.listingId, listingIds), ne(inboundDocument.contentType, EMAIL_TYPE)))
    .orderBy(inboundDocument.emailId, inboundDocument.id)
  // One that was accepted is among the files, and one that was left out has no content.
  const waiting = emailed.filter(({ fileId, path }) => fileId === null && path !== '')
  const oldSlugs = await db.select().from(oldSlug).where(inArray(oldSlug.listingId, listingIds))
  const files = await db
    .select()
    .from(file)
    .where(and(isOwn(file), isNull(file.erasedAt)))
  const versions = await db
    .select(getTableColumns(fileVersion))
    .from(fileVersion)
    .innerJoin(file, eq(file.id, fileVersion.fileId))
    .where(and(isOwn(file), isNull(file.erasedAt)))
    .orderBy(fileVersion.fileId, fileVersion.version)
  const slugs = new Map(listings.map(({ id, slug }) => [id, slug]))
  const byLead = (name: string, read: ReadRowsOfLeads) => stream(name, () => readRowsOfLeads(db, isOwn(lead), read))
  const table = (name: string, exported: ExportedTable) => pages(db, name, exported)
  const folderOf = ({ listingId }: { listingId: string | null } = { listingId: null }) =>
    `files/${slugs.get(listingId ?? '') ?? 'without a listing'}`
  const ownLeads = db.select({ id: lead.id }).from(lead).where(isOwn(lead))
  const isOwnEvent = agencyId === undefined ? eq(event.userId, userId) : inArray(event.listingId, listingIds)
  const entries: ExportEntry[] = [
    json('listings', listings),
    json('open homes', openHomes),
    json('earlier links', oldSlugs),
    json('links by channel', channels),
    json('imported listings', imported),
    json('imported photos', importedPhotos),
    table('emails to listings', {
      ...{ table: inboundEmail, time: inboundEmail.receivedAt, columns: emailColumns },
      isOwn: inArray(inboundEmail.listingId, listingIds),
    }),
    json('emailed documents', emailed),
    json('files', files),
    json('file versions', versions),
    table('leads', { table: lead, time: lead.createdAt, isOwn: isOwn(lead), columns: leadColumns }),
    table('lead notes', { table: leadNote, time: leadNote.createdAt, isOwn: inArray(leadNote.leadId, ownLeads) }),
    byLead('readings', (ids) => db.select().from(reading).where(inArray(reading.leadId, ids))),
    byLead('searches in documents', (ids) => db.select().from(readingSearch).where(inArray(readingSearch.leadId, ids))),
    table('invitees', { table: invitee, time: invitee.createdAt, isOwn: inArray(invitee.leadId, ownLeads) }),
    byLead('invitee readings', async (ids) => {
      const isInvited = eq(invitee.id, inviteeReading.inviteeId)
      const rows = db.select(getTableColumns(inviteeReading)).from(inviteeReading).innerJoin(invitee, isInvited)
      return rows.where(inArray(invitee.leadId, ids))
    }),
    table('document changes', {
      ...{ table: documentChange, time: documentChange.createdAt },
      isOwn: inArray(documentChange.listingId, listingIds),
    }),
    byLead('change recipients', (ids) => db.select().from(changeRecipient).where(inArray(changeRecipient.leadId, ids))),
    byLead('chosen readers', (ids) => db.select().from(chosenReader).where(inArray(chosenReader.leadId, ids))),
    table('acknowledgements', {
      ...{ table: acknowledgement, time: acknowledgement.createdAt },
      isOwn: inArray(acknowledgement.leadId, ownLeads),
    }),
    byLead('acknowledgement reminders', (ids) =>
      db.select().from(acknowledgementReminder).where(inArray(acknowledgementReminder.leadId, ids)),
    ),
    stream('record', () => readRecords(db, listings)),
    stream('record subjects', () => readRecordSubjects(db, listings)),
    byLead('lead answers', (ids) =>
      db.select().from(leadAnswer).where(inArray(leadAnswer.leadId, ids)).orderBy(leadAnswer.leadId, leadAnswer.rank),
    ),
    table('events', { table: event, time: event.createdAt, isOwn: isOwnEvent }),
    ...files.map(({ id, path, originalName, name, listingId }) => ({
      name: `${folderOf({ listingId })}/${id} ${originalName || name}`,
      open: () => storage.read(path).catch(describeMissingFile),
    })),
    ...earlierContents(files, versions).map(({ fileId, version, path, originalName }) => ({
      name: `${folderOf(files.find(({ id }) => id === fileId))}/${fileId} version ${version} ${originalName}`.trimEnd(),
      open: () => storage.read(path).catch(describeMissingFile),
    })),
    ...waiting.map(({ id, path, originalName, listingId }) => ({
      name: `${folderOf({ listingId })}/${id} ${originalName}`,
      open: () => storage.read(path).catch(describeMissingFile),
    })),
  ]
  const events = await db.$count(event, isOwnEvent)
  const bytes = [...files, ...earlierContents(files, versions), ...waiting].reduce((sum, { size }) => sum + size, 0)
  return {
    entries: entries.map((entry) => ({ ...entry, name: folder + entry.name })),
    size: bytes + events * MAX_EVENT_BYTES,
  }
}

const json = (name: string, rows: unknown): ExportEntry => ({
  name: `${name}.json`,
  open: () => JSON.stringify(rows, null, 2),
})
const stream = (name: string, rows: () => AsyncIterable<unknown>): ExportEntry => ({
  name: `${name}.json`,
  open: () => Readable.from(jsonArray(rows()), { objectMode: false }),
  compress: true,
})
const pages = (db: Db, name: string, table: ExportedTable) => stream(name, () => readTable(db, table))

type StoredContent = Pick<typeof fileVersion.$inferSelect, 'path' | 'erasedAt'>

/** Versions whose content is still there and is not that of the file or of an earlier version. */
function earlierContents<Version extends StoredContent>(
  files: readonly { path: string }[],
  versions: readonly Version[],
) {
  const seen = new Set(files.map(({ path }) => path))
  return versions.filter(({ path, erasedAt }) => {
    const isNew = !erasedAt && !seen.has(path)
    seen.add(path)
    return isNew
  })
}

interface ExportedTable {
  table: PgTable & { id: PgColumn }
  time: PgColumn
  isOwn: SQL
  /** All columns by default. */
  columns?: Record<string, PgColumn>
}

async function* jsonArray(rows: AsyncIterable<unknown>) {
  let separator = '[\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(row, null, 2)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}

/** The oldest row first, a page of rows at a time. */
async function* readTable(db: Db, { table, time, isOwn, columns = getTableColumns(table) }: ExportedTable) {
  const order = { key: time, of: 'moments', direction: 'asc' } as const
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const paging = keysetPage('export', order, table.id, cursor)
    const rows = await db
      .select({ id: sql<string>`${table.id}`, key: paging.key, row: columns })
      .from(table)
      .where(and(isOwn, paging.after))
      .orderBy(...paging.orderBy)
      .limit(ROWS_PER_PAGE + 1)
    for (const { row } of rows.slice(0, ROWS_PER_PAGE)) yield row
    cursor = paging.next(rows, ROWS_PER_PAGE)
  }
}

type ReadRowsOfLeads = (leadIds: string[]) => Promise<unknown[]>

/** The same for rows without an id, a page of leads at a time. */
async function* readRowsOfLeads(db: Db, isOwn: SQL, read: ReadRowsOfLeads) {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const leads: { id: string }[] = await db
      .select({ id: lead.id })
      .from(lead)
      .where(and(isOwn, gt(lead.id, last)))
      .orderBy(lead.id)
      .limit(ROWS_PER_PAGE)
    if (leads.length > 0) yield* await read(leads.map(({ id }) => id))
    last = leads.at(-1)?.id
  }
}

/** The record of each listing from its beginning, so that its hashes can be computed again. */
async function* readRecords(db: Db, listings: readonly { id: string }[]) {
  for (const { id } of listings)
    for (let last: number | undefined = 0; last !== undefined; ) {
      const entries: (typeof recordEntry.$inferSelect)[] = await db
        .select()
        .from(recordEntry)
        .where(and(eq(recordEntry.listingId, id), gt(recordEntry.sequence, last)))
        .orderBy(recordEntry.sequence)
        .limit(ROWS_PER_PAGE)
      yield* entries
      last = entries.at(-1)?.sequence
    }
}

/** Whom the entries of the records are about. */
async function* readRecordSubjects(db: Db, listings: readonly { id: string }[]) {
  for (const { id } of listings) yield* await db.select().from(recordSubject).where(eq(recordSubject.listingId, id))
}

/** A missing file must not keep the rest of the export from its owner. */
function describeMissingFile(error: unknown) {
  if (error instanceof AppError && error.status === 404) return 'This file could not be found in the storage.'
  throw error
}

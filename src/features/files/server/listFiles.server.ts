import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file, fileOrder } from '#db/schema/files.ts'
import { chosenReader } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { containsAllWords } from '#db/wordSearch.ts'
import { documentPermissions, listingPermissions } from '#features/listings/documentPermissions.ts'
import { filesWithinReach, isWithinReach, matchesWhose } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type KeysetOrder, keysetPage } from '#platform/input/keysetPaging.server.ts'
import type { ListFilesInput } from '../files.schema.ts'
import type { FileSort } from '../filesSearch.ts'
import { toOwnFile } from '../ownFile.ts'
import { requireOwnListing } from './files.server.ts'

const fileOrders: Record<FileSort, KeysetOrder> = {
  newest: { key: file.createdAt, of: 'moments', direction: 'desc' },
  name: { key: sql`lower(${file.name})`, of: 'text', direction: 'asc' },
  size: { key: file.size, of: 'numbers', direction: 'desc' },
}

/** A page of an agent's files, with or without a listing. The first page says how many there are, and whether the agent has any at all. */
export async function listFiles(db: Db, agent: Agent, input: ListFilesInput) {
  const { search, whose, sort, limit, cursor } = input
  const paging = keysetPage(sort, fileOrders[sort], file.id, cursor)
  const isOwn = and(isWithinReach(agent, file), isNull(file.erasedAt))
  const filter = and(
    isOwn,
    matchesWhose(agent, whose, file),
    ofListing(input),
    ofKind(input),
    inState(input),
    containsAllWords(search, [file.name, file.originalName, listing.title]),
  )
  const isFirstPage = cursor === undefined
  const page = db
    .select({ row: file, listingTitle: listing.title, terms: termsColumns, id: file.id, key: paging.key })
    .from(filesWithinReach(db, agent))
    .leftJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .where(and(filter, paging.after))
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  const [rows, total] = await Promise.all([page, isFirstPage ? countFiles(db, filter, search) : undefined])
  return {
    files: rows
      .slice(0, limit)
      .map(({ row, listingTitle, terms }) => ({ ...toOwnFile(row, readTerms(row, terms)), listingTitle })),
    total,
    /** Archived ones included. */
    hasFiles: isFirstPage ? rows.length > 0 || (await findAny(db, isOwn)) : undefined,
    next: paging.next(rows, limit),
  }
}

/** Only a search needs the titles of listings. Without them, most counts need only an index. */
async function countFiles(db: Db, filter: SQL | undefined, search: string) {
  const files = db.select({ n: count() }).from(file)
  const [all] = await (search
    ? files.leftJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId))).where(filter)
    : files.where(filter))
  return all?.n ?? 0
}

async function findAny(db: Db, filter: SQL | undefined) {
  const found = await db.select({ id: file.id }).from(file).where(filter).limit(1)
  return found.length > 0
}

/** The files of one listing, in the order that buyers see. */
export async function listListingFiles(db: Db, agent: Agent, listingId: string) {
  await requireOwnListing(db, agent, listingId)
  const rows = await db
    .select({ row: file, terms: termsColumns })
    .from(file)
    .innerJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .where(and(eq(file.listingId, listingId), isWithinReach(agent, file), isNull(file.archivedAt)))
    .orderBy(...fileOrder)
  return rows.map(({ row, terms }) => toOwnFile(row, readTerms(row, terms)))
}

/** Null for a file without a listing. People who were chosen in another listing don't count. */
const termsColumns = {
  documentAccess: listing.documentAccess,
  areDocumentsViewOnly: listing.areDocumentsViewOnly,
  areDocumentsWatermarked: listing.areDocumentsWatermarked,
  chosenReaders: sql<number>`(
    select count(*)::int from ${chosenReader} join ${lead} on ${lead.id} = ${chosenReader.leadId} and ${lead.agencyId} = ${chosenReader.agencyId}
    where ${chosenReader.agencyId} = ${file.agencyId} and ${chosenReader.fileId} = ${file.id} and ${lead.listingId} = ${file.listingId})`,
}

type TermsRow = Parameters<typeof listingPermissions>[0] & { chosenReaders: number }

function readTerms(row: typeof file.$inferSelect, found: TermsRow | null) {
  if (row.type !== 'file' || !found) return null
  return { ...documentPermissions(row, listingPermissions(found)), chosenReaders: found.chosenReaders }
}

function ofListing({ listing: listingId }: ListFilesInput) {
  if (listingId === 'none') return isNull(file.listingId)
  return listingId ? eq(file.listingId, listingId) : undefined
}

function ofKind({ kind }: ListFilesInput) {
  if (kind === 'image') return eq(file.type, 'image')
  return kind && and(eq(file.type, 'file'), eq(file.kind, kind))
}

function inState({ state }: ListFilesInput) {
  if (state === 'archived') return isNotNull(file.archivedAt)
  return and(isNull(file.archivedAt), state && eq(file.state, state))
}

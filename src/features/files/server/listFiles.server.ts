import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file, fileOrder } from '#db/schema/files.ts'
import { listing } from '#db/schema/listings.ts'
import { containsAllWords } from '#db/textSearch.ts'
import type { Agent } from '#platform/auth/session.server.ts'
import { describeFile } from '../describeFile.ts'
import type { ListFilesInput } from '../files.schema.ts'
import { requireOwnListing } from './files.server.ts'

const orders = {
  newest: [desc(file.createdAt), desc(file.id)],
  name: [asc(sql`lower(${file.name})`), asc(file.id)],
  size: [desc(file.size), desc(file.id)],
}

/** Files of all listings and of none. */
export async function listFiles(db: Db, agent: Agent, question: ListFilesInput) {
  const { search, sort, page, limit } = question
  const wanted = and(
    eq(file.userId, agent.id),
    isNull(file.erasedAt),
    ofListing(question),
    ofKind(question),
    inState(question),
    containsAllWords(search, [file.name, file.originalName, listing.title]),
  )
  const rows = await db
    .select({ row: file, listingTitle: listing.title })
    .from(file)
    .leftJoin(listing, eq(listing.id, file.listingId))
    .where(wanted)
    .orderBy(...orders[sort])
    .limit(limit)
    .offset((page - 1) * limit)
  const [all] = await db
    .select({ n: count() })
    .from(file)
    .leftJoin(listing, eq(listing.id, file.listingId))
    .where(wanted)
  return {
    files: rows.map(({ row, listingTitle }) => ({ ...describeFile(row), listingTitle })),
    total: all?.n ?? 0,
  }
}

/** The files of one listing, in the order that buyers see. */
export async function listListingFiles(db: Db, agent: Agent, listingId: string) {
  await requireOwnListing(db, agent, listingId)
  const rows = await db
    .select()
    .from(file)
    .where(and(eq(file.listingId, listingId), eq(file.userId, agent.id), isNull(file.archivedAt)))
    .orderBy(...fileOrder)
  return rows.map(describeFile)
}

function ofListing({ listing: wanted }: ListFilesInput) {
  if (wanted === 'none') return isNull(file.listingId)
  return wanted ? eq(file.listingId, wanted) : undefined
}

function ofKind({ kind }: ListFilesInput) {
  if (kind === 'image') return eq(file.type, 'image')
  return kind && and(eq(file.type, 'file'), eq(file.kind, kind))
}

function inState({ state }: ListFilesInput) {
  if (state === 'archived') return isNotNull(file.archivedAt)
  return and(isNull(file.archivedAt), state && eq(file.state, state))
}

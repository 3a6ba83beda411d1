import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { fileVersion } from '#db/schema/files.ts'
import { toListingKey } from '#db/schema/listings.ts'
import { requireAcknowledged } from '#features/disclosure/server/acknowledgements.server.ts'
import { listReadableDocuments } from '#features/files/server/access/readableDocuments.server.ts'
import { type PageContent, readPageContents } from '#features/files/server/pageContents.server.ts'
import { canBeShownAsPages } from '#features/listings/documentPermissions.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { countTransfer } from '#platform/limits/concurrentTransfers.server.ts'
import type { AppSecret } from '#platform/secrets/keyring.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { comparePages, type PageChange } from '../../changes/comparePages.ts'
import type { BuyersChangeInput } from '../../changes/documentChanges.schema.ts'
import { type DocumentKey, findLinkedLead } from '../documents/documentAccess.server.ts'
import { watermarkFor } from '../documents/documentUrl.server.ts'
import { parsePage, respondWithPicture } from '../documents/serveDocument.server.ts'
import { requireLinkedLead } from '../privateLink/privateLinkActions.server.ts'
import { listChangesToldToLead } from './documentChangeRecipients.server.ts'

/** Of the pages that changed: more is no summary any more, and the document itself has them all. */
const MAX_SHOWN_PAGES = 60
const MAX_SHOWN_CHARACTERS = 6_000
const comparisonsPerLead = { name: 'compare_versions', points: 60, seconds: 3600 }

/** A page that changed, with what each version says on it. A scan says nothing: it has a picture instead. */
interface ShownPageChange extends PageChange {
  before: ShownPage
  after: ShownPage
}

interface ShownPage {
  text: string
  /** Missing if the version does not have the page, if it has text, or if it can't be drawn. */
  picture: { url: string; width: number; height: number } | null
}

/**
 * Which pages of a document are new, gone or different, for a lead who was told of it and may still open the document. Null if its
 * versions can't be compared.
 */
export async function compareBuyersChange(services: Services, { key, changeId }: BuyersChangeInput) {
  const { leadRow, listingRow } = await requireLinkedLead(services, key)
  const { db } = services.database
  await services.limits.spend(comparisonsPerLead, leadRow.id)
  const ownKey = { leadId: leadRow.id, isGuest: false }
  const { change: told, document } = await requireToldChange(db, listingRow.id, ownKey, changeId)
  if (told.kind !== 'replaced' || told.fromVersion === null) return null
  const before = await readVersionPages(services, told, told.fromVersion)
  const after = await readVersionPages(services, told, told.toVersion)
  if (!before?.length || !after?.length) return null
  const changes = comparePages(before, after)
  const changed = changes.filter(({ state }) => state !== 'same')
  const show = (pages: PageContent[], version: number, page: number | null): ShownPage => {
    const content = page === null ? undefined : pages[page - 1]
    if (page === null || !content) return { text: '', picture: null }
    const text = content.text.slice(0, MAX_SHOWN_CHARACTERS)
    if (text.trim() || !canBeShownAsPages(document)) return { text, picture: null }
    const drawn = { leadId: leadRow.id, listingId: listingRow.id, changeId, fileId: told.fileId, version, page }
    const { width, height } = content
    return { text: '', picture: { url: comparedPageUrl(services.env.APP_SECRET, drawn), width, height } }
  }
  const [from, to] = [told.fromVersion, told.toVersion]
  return {
    samePages: changes.length - changed.length,
    /** Of those, pages without text, of which only the pictures were compared. */
    sameScans: changes.filter(({ state, to }) => state === 'same' && to !== null && !after[to - 1]?.text.trim()).length,
    changedPages: changed.length,
    pages: changed.slice(0, MAX_SHOWN_PAGES).map(
      (change): ShownPageChange => ({
        ...change,
        before: show(before, from, change.from),
        after: show(after, to, change.to),
      }),
    ),
  }
}

interface StoredDocument {
  fileId: string
  /** The agent's. */
  userId: string
}

/** Nothing for what is no PDF, or whose bytes are deleted. */
async function readVersionPages(services: Services, { fileId, userId }: StoredDocument, version: number) {
  const found = await findComparedVersion(services.database.db, fileId, version)
  if (!found) return undefined
  try {
    return await readPageContents(services, { path: found.path, size: found.size, userId })
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}

/** A change that a lead was told of, while the document is open to them. Checked again for each of its pages. */
async function requireToldChange(db: Db, listingId: string, key: DocumentKey, changeId: string) {
  const buyer = await findLinkedLead(db, listingId, key)
  if (!buyer) throw notFound()
  const [change] = await listChangesToldToLead(db, buyer.id, changeId)
  const [document] = change ? await listReadableDocuments(db, toListingKey(buyer), buyer.id, change.fileId) : []
  if (!change || !document) throw notFound()
  await requireAcknowledged(db, { leadId: buyer.id }, document)
  return { buyer, change, document }
}

/** One version of a document whose content is still stored. */
async function findComparedVersion(db: Db, fileId: string, version: number) {
  const [found] = await db
    .select({ path: fileVersion.path, size: fileVersion.size, contentType: fileVersion.contentType })
    .from(fileVersion)
    .where(and(eq(fileVersion.fileId, fileId), eq(fileVersion.version, version), isNull(fileVersion.erasedAt)))
  return found?.contentType === 'application/pdf' ? found : undefined
}

const URL_MINUTES = 10
const PURPOSE = 'compared page'

/** One page of one version. The other pages of an earlier version are not shown to buyers any more. */
interface ComparedPage {
  leadId: string
  listingId: string
  changeId: string
  fileId: string
  version: number
  page: number
}

/** Without the width, which the page adds to it. The key is in the query, which no log contains. */
export function comparedPageUrl(
  secret: AppSecret,
  { leadId, listingId, changeId, fileId, version, page }: ComparedPage,
) {
  const now = Date.now()
  const facts = [leadId, listingId, changeId, fileId, version, page, now, now + URL_MINUTES * 60_000]
  return `/documents/${fileId}/compared/${page}?key=${signText(secret, PURPOSE, facts.join('.'))}`
}

function readComparedPage(secret: AppSecret, key: string): (ComparedPage & { issuedAt: Date }) | undefined {
  const facts = readSignedText(secret, PURPOSE, key)?.split('.')
  if (!facts) return undefined
  const [leadId = '', listingId = '', changeId = '', fileId = '', version, page, issuedAt, expiresAt] = facts
  if (Number(expiresAt) < Date.now()) return undefined
  return {
    ...{ leadId, listingId, changeId, fileId },
    ...{ version: Number(version), page: Number(page), issuedAt: new Date(Number(issuedAt)) },
  }
}

/** For the route, inside a request. */
export function serveComparedPage(request: Request, fileId: string, page: string) {
  countTransfer()
  return respondWithComparedPage(useServices(), request, fileId, page)
}

/** A scanned page before or after a change, as a picture. */
export async function respondWithComparedPage(services: Services, request: Request, fileId: string, page: string) {
  const drawn = parsePage(request, page)
  const { db } = services.database
  const asked = readComparedPage(services.env.APP_SECRET, new URL(request.url).searchParams.get('key') ?? '')
  if (asked?.fileId !== fileId || asked.page !== drawn.page) throw notFound()
  const { leadId, listingId, changeId, version, issuedAt } = asked
  const { buyer, document } = await requireToldChange(db, listingId, { leadId, isGuest: false, issuedAt }, changeId)
  const stored = await findComparedVersion(db, fileId, version)
  if (!stored || !canBeShownAsPages(document)) throw notFound()
  const { isWatermarked } = document
  const watermark = watermarkFor({ lead: buyer, invitee: null, isOwn: true, chosenLeadId: buyer.id }, document.timeZone)
  return respondWithPicture(services, { ...stored, isWatermarked }, watermark, drawn)
}

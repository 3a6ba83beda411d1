import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { fileVersion } from '#db/schema/files.ts'
import { requireAcknowledged } from '#features/disclosure/server/acknowledgements.server.ts'
import { listReadableDocuments } from '#features/files/server/access/readableDocuments.server.ts'
import { canBeShownAsPages } from '#features/listings/documentPermissions.ts'
import { notFound } from '#platform/errors.ts'
import { countTransfer } from '#platform/limits/concurrentTransfers.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { type DocumentKey, findLinkedLead } from '../documents/documentAccess.server.ts'
import { watermarkFor } from '../documents/documentUrl.server.ts'
import { parsePage, respondWithPicture } from '../documents/serveDocument.server.ts'
import { listChangesToldToLead } from './listChangesToldToLead.server.ts'

/** A change that a lead was told of, while the document is open to them. Checked again for each of its pages. */
export async function requireToldChange(db: Db, listingId: string, key: DocumentKey, changeId: string) {
  const buyer = await findLinkedLead(db, listingId, key)
  if (!buyer) throw notFound()
  const [change] = await listChangesToldToLead(db, buyer.id, changeId)
  const [document] = change ? await listReadableDocuments(db, listingId, buyer.id, change.fileId) : []
  if (!change || !document) throw notFound()
  await requireAcknowledged(db, { leadId: buyer.id }, document)
  return { buyer, change, document }
}

/** One version of a document whose content is still stored. */
export async function findComparedVersion(db: Db, fileId: string, version: number) {
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
export function comparedPageUrl(secret: string, { leadId, listingId, changeId, fileId, version, page }: ComparedPage) {
  const now = Date.now()
  const facts = [leadId, listingId, changeId, fileId, version, page, now, now + URL_MINUTES * 60_000]
  return `/documents/${fileId}/compared/${page}?key=${signText(secret, PURPOSE, facts.join('.'))}`
}

function readComparedPage(secret: string, key: string): (ComparedPage & { issuedAt: Date }) | undefined {
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

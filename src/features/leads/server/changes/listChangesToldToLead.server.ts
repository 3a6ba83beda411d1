import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { changeRecipient, documentChange } from '#db/schema/documentChanges.ts'
import { file, fileVersion, isShownToBuyers } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { isReplacedBy, mayOpenDocument } from './changeRecipients.server.ts'

const MAX_LISTED_CHANGES = 20

/** What this lead was told of, the latest first, as far as the documents are still open to them. */
export const listChangesToldToLead = (db: Db, leadId: string, changeId?: string) =>
  db
    .select({
      id: documentChange.id,
      fileId: file.id,
      name: file.name,
      kind: documentChange.kind,
      note: documentChange.note,
      versionNote: fileVersion.note,
      fromVersion: documentChange.fromVersion,
      toVersion: documentChange.toVersion,
      fromIssuedOn: documentChange.fromIssuedOn,
      toIssuedOn: documentChange.toIssuedOn,
      toldAt: changeRecipient.toldAt,
      userId: file.userId,
    })
    .from(changeRecipient)
    .innerJoin(documentChange, eq(documentChange.id, changeRecipient.changeId))
    .innerJoin(file, and(eq(file.id, documentChange.fileId), eq(file.listingId, documentChange.listingId)))
    .innerJoin(listing, eq(listing.id, documentChange.listingId))
    .innerJoin(lead, and(eq(lead.id, changeRecipient.leadId), eq(lead.listingId, listing.id)))
    .leftJoin(fileVersion, isReplacedBy)
    .where(
      and(
        eq(lead.id, leadId),
        changeId ? eq(documentChange.id, changeId) : undefined,
        isNotNull(changeRecipient.toldAt),
        isShownToBuyers,
        isPublicListing,
        mayOpenDocument,
      ),
    )
    .orderBy(desc(changeRecipient.toldAt), desc(documentChange.createdAt))
    .limit(MAX_LISTED_CHANGES)

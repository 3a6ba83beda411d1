import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import { subscription } from '#db/schema/billing.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import { file, fileVersion, upload } from '#db/schema/files.ts'
import { inboundDocument, inboundEmail } from '#db/schema/inboundEmails.ts'
import { paidSeats } from '#features/agencies/server/seats.server.ts'
import { requireStillMember } from '#platform/auth/lockMembers.server.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'
import { AppError, forbidden, invalidInput, notFound, unsupportedType } from '#platform/errors.ts'
import { fileExtension, fileTypeForExtension, fileTypeInfo, isFileType } from '#platform/media/fileTypes.ts'
import type { Services } from '#platform/services.server.ts'
import { STORAGE_QUOTA_BYTES, TRIAL_STORAGE_QUOTA_BYTES } from '#platform/storage/storage.ts'
import { newStorageKey } from '#platform/storage/storageKeys.server.ts'
import { meters } from '#platform/telemetry/metrics.server.ts'
import { formatBytes } from '#ui/format/format.ts'
import { type BeginUploadInput, cleanFileName, MAX_FILE_BYTES, UPLOAD_URL_MINUTES } from '../files.schema.ts'
import { lockListing, requireFile } from './files.server.ts'

const ACCEPTED_TYPES = 'PDF, Office, text, CSV, JPEG, PNG, WebP, HEIC, GIF or MP4'

/** Reserves the space and returns a signed URL for each part of the file. The bytes never pass through here. */
export async function beginUpload(services: Services, agent: Agent, request: BeginUploadInput) {
  const { database, storage } = services
  const name = cleanFileName(request.name)
  if (!name) throw invalidInput({ name: 'We can’t use this name' })
  const contentLength = Number(request.contentLength)
  if (contentLength > MAX_FILE_BYTES) throw fileTooLarge()
  const contentType = acceptedType(name, request.contentType)

  const planned = await database.db.transaction(async (tx) => {
    // Serialises uploads for the quota. A full lock would block every insert that refers to the agency.
    await tx.select({ id: agency.id }).from(agency).where(eq(agency.id, agent.agencyId)).for('no key update')
    await requireStillMember(tx, agent)
    const { listingId, replaces, note } = request
    if (listingId) await lockListing(tx, agent, listingId)
    if (replaces) await requireFile(tx, agent, replaces)
    const { used, quota, isTrial } = await readStorageUse(tx, agent)
    if (used + contentLength > quota) throw quotaReached(isTrial)
    const values = {
      id: `upl_${shortRandomId()}`,
      userId: agent.id,
      agencyId: agent.agencyId,
      listingId,
      replacesFileId: replaces,
      note,
      path: newStorageKey(fileTypeInfo(contentType).family === 'image' ? 'photos' : 'documents'),
      name,
      contentType,
      contentLength,
    }
    await tx.insert(upload).values(values)
    return values
  })
  const { id, path: key } = planned
  const isPlanned = and(eq(upload.agencyId, agent.agencyId), eq(upload.id, id))
  const { uploadId } = await storage.beginUpload({ key, contentType, contentLength }).catch(async (error) => {
    // Frees the reserved space for the next attempt.
    await database.db.delete(upload).where(isPlanned)
    throw error
  })
  if (uploadId) await database.db.update(upload).set({ storageUploadId: uploadId }).where(isPlanned)
  meters.uploads.inc({ step: 'begun' })
  return { uploadId: id, parts: await signedParts(services, { ...planned, storageUploadId: uploadId ?? null }) }
}

/** After a lost connection or a reload: signed URLs for the parts that have not arrived. */
export async function resumeUpload(services: Services, agent: Agent, id: string) {
  const { db } = services.database
  const found = await requireUpload(db, agent, id)
  await requireUploader(db, agent, found)
  if (found.finishedAt) return { uploadId: id, parts: [] }
  return { uploadId: id, parts: await signedParts(services, found) }
}

export async function cancelUpload(services: Services, agent: Agent, id: string) {
  await requireUpload(services.database.db, agent, id)
  await deleteUpload(services, id)
}

/** Deletes the row first, so that a concurrent finish finds none and creates no file from bytes that are being deleted. */
export async function deleteUpload({ database: { db }, storage }: Pick<Services, 'database' | 'storage'>, id: string) {
  const [dropped] = await db
    .delete(upload)
    .where(and(eq(upload.id, id), isNull(upload.finishedAt)))
    .returning()
  if (!dropped) return
  await storage.abandonUpload({ key: dropped.path, uploadId: dropped.storageUploadId ?? undefined })
  await storage.remove(dropped.path)
}

export async function requireUpload(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), eq(upload.userId, agent.id)))
  if (!found) throw notFound()
  return found
}

/**
 * The agent as a member of the agency that the file will belong to. They may work in another one by now, or have left: then they can still
 * cancel it.
 */
export async function requireUploader(
  db: Db,
  agent: Agent,
  { agencyId }: Pick<typeof upload.$inferSelect, 'agencyId'>,
) {
  if (agencyId === null || agencyId === agent.agencyId) return agent
  const uploader = await findMember(db, agent.id, agencyId)
  if (!uploader) throw forbidden('You’re no longer a member of the agency that you uploaded this file to.')
  return uploader
}

/** How much an agency has stored, and may store. */
export async function readStorageUse(db: Db, agent: Pick<Agent, 'agencyId'>) {
  const [paying] = await db
    .select({ status: subscription.status, seats: paidSeats })
    .from(subscription)
    .innerJoin(agency, eq(agency.payerId, subscription.userId))
    .where(eq(agency.id, agent.agencyId))
  const isTrial = paying?.status === 'trialing'
  const paidQuota = STORAGE_QUOTA_BYTES * (paying?.seats ?? 1)
  return {
    used: await sumStoredBytes(db, agent),
    // Seats cost nothing during a trial, so they bring no storage either.
    quota: isTrial ? TRIAL_STORAGE_QUOTA_BYTES : paidQuota,
    paidQuota,
    isTrial,
  }
}

/** Everything stored, earlier versions included, and everything that is uploaded or waits in an email. Content that versions share counts once. */
async function sumStoredBytes(db: Db, { agencyId }: Pick<Agent, 'agencyId'>) {
  const {
    rows: [row],
  } = await db.execute<{ bytes: string }>(sql`
    select coalesce((select sum(size) from (
        select path, size from ${file} where "agencyId" = ${agencyId} and "erasedAt" is null
        union
        select kept.path, kept.size from ${fileVersion} as kept join ${file} as owned on owned.id = kept."fileId"
        where owned."agencyId" = ${agencyId} and kept."agencyId" = ${agencyId} and kept."erasedAt" is null
      ) as stored), 0)
      + coalesce((select sum("contentLength") from ${upload} where "agencyId" = ${agencyId} and "finishedAt" is null), 0)
      + coalesce((select sum(waiting.size) from ${inboundDocument} as waiting join ${inboundEmail} as email on email.id = waiting."emailId"
        where email."agencyId" = ${agencyId} and waiting."agencyId" = ${agencyId} and waiting."fileId" is null), 0) as bytes`)
  return Number(row?.bytes)
}

const fileTooLarge = () => new AppError('TooLarge', 413, 'This file is larger than 500 MB. Upload a smaller copy.')
const quotaReached = (isTrial: boolean) =>
  new AppError(
    'QuotaReached',
    413,
    isTrial
      ? `Your free trial comes with ${formatBytes(TRIAL_STORAGE_QUOTA_BYTES)} of storage, and it’s full. Delete archived files to make room.`
      : 'Your storage is full. Delete archived files to make room, or ask us for more.',
  )

/** The type by the file's name. The bytes are inspected after the upload. */
function acceptedType(name: string, claimed: string) {
  const extension = fileExtension(name)
  const type = extension ? fileTypeForExtension(extension) : claimed.split(';')[0]?.trim().toLowerCase()
  if (!isFileType(type)) throw unsupportedType(`We can’t accept this file type. Upload a ${ACCEPTED_TYPES} file.`)
  return type
}

type PlannedUpload = Pick<typeof upload.$inferSelect, 'path' | 'storageUploadId' | 'contentType' | 'contentLength'>

const signedParts = ({ storage }: Services, { path, storageUploadId, contentType, contentLength }: PlannedUpload) =>
  storage.partUrls({
    key: path,
    uploadId: storageUploadId ?? undefined,
    contentType,
    contentLength,
    expiresAt: new Date(Date.now() + UPLOAD_URL_MINUTES * 60_000),
  })

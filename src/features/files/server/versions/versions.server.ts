import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { DEFAULT_VERSION_RETENTION_MONTHS, profile, user } from '#db/schema/accounts.ts'
import { file, fileVersion } from '#db/schema/files.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { DocumentValidity, VersionInput, VersionNoteInput, VersionRetention } from '../../files.schema.ts'
import { toOwnFile } from '../../ownFile.ts'
import { lockFiles, requireFile } from '../files.server.ts'
import { prepareFileJob } from '../prepareFile.server.ts'
import { addVersion, isVersion, removeUnusedContent, startNextVersion } from './versionRows.server.ts'

/** Everything that a document has contained, the newest first. */
export async function listVersions(db: Db, agent: Agent, fileId: string) {
  const current = await requireFile(db, agent, fileId)
  if (current.type !== 'file') throw notFound()
  const rows = await db
    .select({
      version: fileVersion.version,
      originalName: fileVersion.originalName,
      contentType: fileVersion.contentType,
      size: fileVersion.size,
      sha256: fileVersion.sha256,
      pageCount: fileVersion.pageCount,
      issuedOn: fileVersion.issuedOn,
      note: fileVersion.note,
      uploadedBy: sql<string>`trim(${user.firstName} || ' ' || ${user.lastName})`,
      restoredVersion: fileVersion.restoredVersion,
      firstOpenedAt: fileVersion.firstOpenedAt,
      erasedAt: fileVersion.erasedAt,
      createdAt: fileVersion.createdAt,
      replacedAt: fileVersion.replacedAt,
      months: profile.versionRetentionMonths,
    })
    .from(fileVersion)
    .innerJoin(user, eq(user.id, fileVersion.uploadedById))
    .leftJoin(profile, eq(profile.userId, current.userId))
    .where(and(eq(fileVersion.agencyId, agent.agencyId), eq(fileVersion.fileId, fileId)))
    .orderBy(desc(fileVersion.version))
  return rows.map(({ replacedAt, months, ...row }) => ({
    ...row,
    contentType: row.contentType ?? 'application/octet-stream',
    isCurrent: row.version === current.version,
    /** When its content will be deleted, if a buyer has opened it. */
    keptUntil: row.firstOpenedAt && replacedAt && addMonths(replacedAt, months ?? DEFAULT_VERSION_RETENTION_MONTHS),
  }))
}

function addMonths(moment: Date, months: number) {
  const later = new Date(moment)
  later.setUTCMonth(later.getUTCMonth() + months)
  return later
}

/** An earlier version becomes the content again, as a new version: what buyers saw in between stays in the history. */
export const restoreVersion = ({ database: { db }, jobs }: Services, agent: Agent, { id, version }: VersionInput) =>
  db.transaction(async (tx) => {
    const { current, found } = await lockVersion(tx, agent, id, version)
    if (version === current.version) throw conflict('This is the current version already.')
    if (found.erasedAt) throw conflict('The content of this version was deleted, so it can’t be restored.')
    const { path, originalName, contentType, size, issuedOn, sha256, pageCount } = found
    const next = await startNextVersion(tx, current, { path, originalName, contentType, size, issuedOn })
    await addVersion(tx, next, { sha256, pageCount, restoredVersion: version, uploadedById: agent.id })
    await jobs.enqueue(tx, prepareFileJob, { fileId: id, path })
    return toOwnFile(next)
  })

/** A version that a buyer has opened stays: it is what they were shown. */
export const removeVersion = ({ database: { db }, jobs }: Services, agent: Agent, { id, version }: VersionInput) =>
  db.transaction(async (tx) => {
    const { current, found } = await lockVersion(tx, agent, id, version)
    if (version === current.version)
      throw conflict('This is the current version. To take it away from buyers, archive the document.')
    if (found.firstOpenedAt)
      throw conflict('A buyer has opened this version, so it stays in the history. Your settings say for how long.')
    await tx.delete(fileVersion).where(isVersion(agent.agencyId, id, version))
    if (!found.erasedAt) await removeUnusedContent(tx, jobs, found.path)
  })

export const changeVersionNote = ({ database: { db } }: Services, agent: Agent, { note, ...input }: VersionNoteInput) =>
  db.transaction(async (tx) => {
    await lockVersion(tx, agent, input.id, input.version)
    await tx
      .update(fileVersion)
      .set({ note })
      .where(isVersion(agent.agencyId, input.id, input.version))
  })

async function lockVersion(tx: Db, agent: Agent, id: string, version: number) {
  const [current] = await lockFiles(tx, agent, [id])
  const [found] = await tx
    .select()
    .from(fileVersion)
    .where(isVersion(agent.agencyId, id, version))
  if (!current || !found) throw notFound()
  return { current, found }
}

/** A version of an agent's document whose content is still there. */
export async function requireStoredVersion(db: Db, agent: Agent, { id, version }: VersionInput) {
  const [found] = await db
    .select({ version: fileVersion, name: file.name })
    .from(fileVersion)
    .innerJoin(file, and(eq(file.id, fileVersion.fileId), eq(file.agencyId, fileVersion.agencyId)))
    .where(and(isVersion(agent.agencyId, id, version), isWithinReach(agent, file)))
  if (!found || found.version.erasedAt) throw notFound()
  return { ...found.version, name: `${found.name} (version ${version})` }
}

export async function saveVersionRetention(db: Db, { id: userId }: Agent, { months }: VersionRetention) {
  const set = { versionRetentionMonths: months, updatedAt: new Date() }
  await db
    .insert(profile)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: profile.userId, set })
}

export async function saveDocumentValidity(db: Db, { id: userId }: Agent, { kind, days }: DocumentValidity) {
  const added = sql`${profile.validityDays} || ${JSON.stringify({ [kind]: days })}::jsonb`
  await db
    .insert(profile)
    .values({ userId, validityDays: { [kind]: days } })
    .onConflictDoUpdate({ target: profile.userId, set: { validityDays: added, updatedAt: new Date() } })
}

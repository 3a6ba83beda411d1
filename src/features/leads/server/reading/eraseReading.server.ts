import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { DEFAULT_READING_RETENTION_MONTHS, profile } from '#db/schema/accounts.ts'
import { invitee, inviteeReading } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { reading, readingSearch, readingSession } from '#db/schema/readings.ts'
import { expireAgencyExports, removeExportFiles } from '#features/accounts/server/export/expireExports.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { requireLinkedLead } from '../privateLink/privateLinkActions.server.ts'

/** Deletes what a buyer has read and searched for. The anonymous sums stay. A document that is still open is not measured any further. */
export async function eraseBuyersReading(services: Services, key: string) {
  const { leadRow, listingRow } = await requireLinkedLead(services, key)
  const copies = await services.database.db.transaction(async (tx) => {
    // Locked first, so that no report adds to what is being deleted.
    await tx.select().from(lead).where(eq(lead.id, leadRow.id)).for('update')
    await deleteReadings(tx, [leadRow.id])
    await tx.update(lead).set({ isHeatDue: true }).where(eq(lead.id, leadRow.id))
    return expireAgencyExports(tx, listingRow.agencyId)
  })
  await removeExportFiles(services, copies)
}

async function deleteReadings(tx: Db, leadIds: string[]) {
  for (const table of [reading, readingSession, readingSearch])
    await tx.delete(table).where(inArray(table.leadId, leadIds))
}

const LEADS_PER_BATCH = 500
const NoData = z.object({})

/** Deletes what was read on listings that closed longer ago than their agent wants to keep it. */
export const deleteOldReadingsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'delete_old_readings',
  data: NoData,
  schedule: '41 3 * * *',
  async work({ database: { db } }) {
    for (;;) {
      const due = await findDueLeads(db)
      await db.transaction(async (tx) => {
        await deleteReadings(tx, due)
        await tx.delete(inviteeReading).where(inArray(inviteeReading.inviteeId, inviteesOf(tx, due)))
      })
      if (due.length < LEADS_PER_BATCH) return
    }
  },
}

const inviteesOf = (db: Db, leadIds: string[]) =>
  db.select({ id: invitee.id }).from(invitee).where(inArray(invitee.leadId, leadIds))

async function findDueLeads(db: Db) {
  const months = sql`coalesce(${profile.readingRetentionMonths}, ${DEFAULT_READING_RETENTION_MONTHS})`
  const hasReading = [reading, readingSession, readingSearch].map(
    (table) => sql`exists (select from ${table} where ${table.leadId} = ${lead.id})`,
  )
  const hasInviteeReading = sql`exists (select from ${inviteeReading}
    join ${invitee} on ${invitee.id} = ${inviteeReading.inviteeId} where ${invitee.leadId} = ${lead.id})`
  const rows = await db
    .select({ id: lead.id })
    .from(listing)
    .innerJoin(lead, and(eq(lead.listingId, listing.id), eq(lead.agencyId, listing.agencyId)))
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(
      and(
        sql`${listing.closedAt} < now() - make_interval(months => ${months}::int)`,
        sql`(${sql.join([...hasReading, hasInviteeReading], sql` or `)})`,
      ),
    )
    .orderBy(lead.id)
    .limit(LEADS_PER_BATCH)
  return rows.map(({ id }) => id)
}

import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { notFound } from '#platform/errors.ts'
import type { Agent } from '#platform/session.server.ts'
import type { ChangeLeadInput } from './ownLeads.ts'

type LeadColumns = Partial<Pick<typeof lead.$inferInsert, 'status' | 'agentNote' | 'withdrawnAt' | 'archivedAt'>>

export const changeLead = (db: Db, agent: Agent, { id, status, agentNote }: ChangeLeadInput) =>
  updateLeads(db, agent, [id], { status, agentNote })

/** Out of the list. The buyer notices nothing. */
export const archiveLeads = (db: Db, agent: Agent, ids: string[]) => updateLeads(db, agent, ids, { archivedAt: new Date() })
export const restoreLeads = (db: Db, agent: Agent, ids: string[]) => updateLeads(db, agent, ids, { archivedAt: null })

/** From the next click on no document opens for this buyer. */
export const withdrawAccess = (db: Db, agent: Agent, id: string) => updateLeads(db, agent, [id], { withdrawnAt: new Date() })
export const restoreAccess = (db: Db, agent: Agent, id: string) => updateLeads(db, agent, [id], { withdrawnAt: null })

/** All of them, or not found: half a deed helps nobody. */
const updateLeads = (db: Db, agent: Agent, ids: string[], columns: LeadColumns) =>
  db.transaction(async (tx) => {
    const own = and(inArray(lead.id, ids), eq(lead.userId, agent.id))
    // In the order of their ids: whoever locks in one order cannot wait for somebody who waits for them.
    const found = await tx.select({ id: lead.id }).from(lead).where(own).orderBy(lead.id).for('no key update')
    if (found.length !== new Set(ids).size) throw notFound()
    if (Object.values(columns).some((value) => value !== undefined)) await tx.update(lead).set(columns).where(own)
  })

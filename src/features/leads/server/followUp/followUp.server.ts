import { and, asc, gt, inArray, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { isNextActionDue, lead, leadResponsibleId } from '#db/schema/leads.ts'
import { notifyOfDueActions } from '#features/notifications/notifications.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { PlanNextActionInput } from '../../followUp/followUp.schema.ts'
import { type DueAction, sendDueActionReminder } from '../agentNotifications/agentUpdates.server.ts'
import { updateLeads } from '../leads.server.ts'

/** Plans what to do next with some leads, or that nothing is planned. A new plan gets a reminder of its own. */
export const planNextAction = (db: Db, agent: Agent, { ids, next }: PlanNextActionInput) =>
  updateLeads(db, agent, ids, { ...(next ?? { nextAction: '', nextActionAt: null }), remindedAt: null })

/** After a longer outage nobody wants to be reminded of what is long over. The list still shows it. */
const MAX_REMINDER_DELAY_MS = 7 * 24 * 3600 * 1000
const REMINDERS_PER_BATCH = 500
const NoData = z.object({})

/** A notification, an email and a message on the agent's devices when the time of a next action has come. Once for each plan. */
export const remindOfNextActionsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'remind_of_next_actions',
  data: NoData,
  schedule: '* * * * *',
  async work(services) {
    const tell = (tx: Db, action: DueAction) => sendDueActionReminder(services, tx, action)
    while ((await remindOfNextActions(services.database.db, tell)) === REMINDERS_PER_BATCH);
  },
}

type Tell = (tx: Db, action: DueAction) => Promise<void>

/** Returns how many there were, at most one batch. `tell` reaches the agent outside the portal. */
export const remindOfNextActions = (db: Db, tell: Tell = async () => {}) =>
  db.transaction(async (tx) => {
    const due = await tx
      .select({
        id: lead.id,
        agencyId: lead.agencyId,
        listingId: lead.listingId,
        agentId: leadResponsibleId,
        nextAction: lead.nextAction,
      })
      .from(lead)
      .where(
        and(
          isNextActionDue,
          gt(lead.nextActionAt, ago(MAX_REMINDER_DELAY_MS)),
          isNull(lead.remindedAt),
          isNull(lead.archivedAt),
          ne(lead.status, 'closed'),
        ),
      )
      .orderBy(asc(lead.nextActionAt))
      .limit(REMINDERS_PER_BATCH)
      .for('no key update', { skipLocked: true })
    if (due.length === 0) return 0
    const ids = due.map(({ id }) => id)
    await tx.update(lead).set({ remindedAt: new Date() }).where(inArray(lead.id, ids))
    await notifyOfDueActions(tx, due)
    for (const action of due) await tell(tx, action)
    return due.length
  })

import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { session } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { Services } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { sessionRuleEmail } from '../agencies.emails.tsx'

import { SessionRule } from '../signInRules.schema.ts'
import { lockTeam, requireActor } from './team.server.ts'

/** How long members stay signed in, and after how long their browsers lock. */
export async function readSessionRule(db: Db, agent: Agent): Promise<SessionRule> {
  requirePermission(agent, 'setSessionRule')
  const [stored] = await db
    .select({ hours: agency.sessionHours, idleMinutes: agency.idleLockMinutes })
    .from(agency)
    .where(eq(agency.id, agent.agencyId))
  return SessionRule.parse(stored)
}

/** It counts at once, also for sessions that are open. Everyone else in the agency is told: a thief would turn it off. */
export async function saveSessionRule({ database, mailer, env }: Services, agent: Agent, rule: SessionRule) {
  await database.db.transaction(async (tx) => {
    const team = await lockTeam(tx, agent.agencyId)
    const actor = requireActor(team, agent)
    requirePermission(actor, 'setSessionRule')
    const { hours, idleMinutes } = rule
    if (team.sessionHours === hours && team.idleLockMinutes === idleMinutes) return
    await tx.update(agency).set({ sessionHours: hours, idleLockMinutes: idleMinutes }).where(eq(agency.id, team.id))
    // Browsers have not reported who is there while there was no rule. Nobody is locked out of what they are doing.
    if (idleMinutes !== null && team.idleLockMinutes === null)
      await tx
        .update(session)
        .set({ lastActiveAt: now })
        .where(
          inArray(
            session.userId,
            team.members.map(({ id }) => id),
          ),
        )
    await writeAudit(tx, agent, 'session_rule_changed', { hours, idleMinutes })
    const facts = { agencyName: team.name, changedBy: nameOrEmail(actor), rule, appUrl: env.APP_URL }
    for (const { id, email, archivedAt } of team.members)
      if (id !== actor.id && !archivedAt) await mailer.post(tx, { to: email, ...sessionRuleEmail(facts) })
  })
}

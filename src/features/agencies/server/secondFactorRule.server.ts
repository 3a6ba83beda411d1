import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { fromNow, now } from '#db/clock.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import { hasSecondFactor } from '#platform/auth/secondFactors.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { emailDate } from '#ui/format/dates.ts'
import { DAY_MS, DEFAULT_TIME_ZONE } from '#values/time.ts'
import { secondFactorRuleEmail } from '../agencies.emails.tsx'
import { REMINDER_MS, type SecondFactorRule } from '../signInRules.schema.ts'
import { lockTeam, requireActor } from './team.server.ts'

type EmailServices = Pick<Services, 'mailer' | 'env'>

/** From when on the agency requires a second factor, and who has one. */
export async function readSecondFactorRule(db: Db, agent: Agent) {
  requirePermission(agent, 'requireSecondFactor')
  const [[rule], members] = await Promise.all([
    db.select({ from: agency.secondFactorFrom }).from(agency).where(eq(agency.id, agent.agencyId)),
    db
      .select({
        id: user.id,
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        hasSecondFactor: hasSecondFactor(user.id),
      })
      .from(member)
      .innerJoin(user, eq(user.id, member.userId))
      .where(and(eq(member.agencyId, agent.agencyId), isNull(user.archivedAt)))
      .orderBy(asc(sql`lower(${user.firstName} || ' ' || ${user.lastName})`), asc(user.id)),
  ])
  return { from: rule?.from ?? null, members }
}

/** The owner who turns the rule on has a second factor, so at least one person can always work and turn it off. */
export async function saveSecondFactorRule(services: Services, agent: Agent, { days }: SecondFactorRule) {
  await services.database.db.transaction(async (tx) => {
    const team = await lockTeam(tx, agent.agencyId)
    const actor = requireActor(team, agent)
    requirePermission(actor, 'requireSecondFactor')
    if (days === null) {
      if (team.secondFactorFrom === null) return
      await tx.update(agency).set({ secondFactorFrom: null }).where(eq(agency.id, team.id))
      await writeAudit(tx, agent, 'second_factor_rule_ended', {})
      return
    }
    const [own] = await tx
      .select({ has: hasSecondFactor(agent.id) })
      .from(user)
      .where(eq(user.id, agent.id))
    if (!own?.has) throw conflict('Set up two-step sign-in for yourself first, in your settings.')
    await tx
      .update(agency)
      .set({ secondFactorFrom: fromNow(days * DAY_MS) })
      .where(eq(agency.id, team.id))
    await tx.update(member).set({ secondFactorRemindedAt: null }).where(eq(member.agencyId, team.id))
    await writeAudit(tx, agent, 'second_factor_rule_set', { days })
    await remindMembers(services, tx, team.id)
  })
}

/** Emails those who have no second factor, and were not reminded since this reminder was due. */
async function remindMembers({ mailer, env }: EmailServices, tx: Db, agencyId?: string) {
  const isDue = or(
    isNull(member.secondFactorRemindedAt),
    ...REMINDER_MS.map((before) => {
      const dueAt = sql`${agency.secondFactorFrom} - make_interval(secs => ${before / 1000})`
      return and(lte(dueAt, now), sql`${member.secondFactorRemindedAt} < ${dueAt}`)
    }),
  )
  const due = await tx
    .select({
      agencyId: member.agencyId,
      userId: member.userId,
      email: user.email,
      name: agency.name,
      from: agency.secondFactorFrom,
      timeZone: profile.timeZone,
    })
    .from(member)
    .innerJoin(agency, eq(agency.id, member.agencyId))
    .innerJoin(user, eq(user.id, member.userId))
    .leftJoin(profile, eq(profile.userId, member.userId))
    .where(
      and(
        agencyId === undefined ? undefined : eq(agency.id, agencyId),
        isNotNull(agency.secondFactorFrom),
        sql`${agency.secondFactorFrom} > now()`,
        isNull(user.archivedAt),
        sql`not ${hasSecondFactor(user.id)}`,
        isDue,
      ),
    )
    .for('no key update', { of: member, skipLocked: true })
  for (const { agencyId: id, userId, email, name, from, timeZone } of due) {
    await tx
      .update(member)
      .set({ secondFactorRemindedAt: now })
      .where(and(eq(member.agencyId, id), eq(member.userId, userId)))
    const day = emailDate(from ?? new Date(), timeZone ?? DEFAULT_TIME_ZONE)
    await mailer.post(tx, { to: email, ...secondFactorRuleEmail(name, day, env.APP_URL) })
  }
}

const NoData = z.object({})

export const remindOfSecondFactorJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'remind_of_second_factor',
  data: NoData,
  schedule: '41 * * * *',
  work: (services) => services.database.db.transaction((tx) => remindMembers(services, tx)),
}

import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago, fromNow, now } from '#db/clock.server.ts'
import { session, user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { accountRecovery, authenticator, passkey, previousAddress, recoveryCode } from '#db/schema/signInMethods.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import type { Services } from '#platform/services.server.ts'
import { emailDateTime } from '#ui/format/dates.ts'
import { fullName } from '#ui/format/format.ts'
import { DAY_MS, DAY_SECONDS } from '#values/time.ts'
import {
  accountRecoveredEmail,
  recoveryLinkEmail,
  recoveryStartedEmail,
  recoveryStoppedEmail,
} from '../../secondFactor/recovery.emails.tsx'
import { RECOVERY_DAYS, RECOVERY_LINK_DAYS, secondStepExpired } from '../../secondFactor/secondFactor.schema.ts'
import { consumeToken, issueToken, requireToken, voidTokens } from '../credentials/emailedTokens.server.ts'
import { readSettings } from '../settings.server.ts'
import { lockUser } from './authenticators.server.ts'
import { endUserPendingSignIns, findPendingAgent, type PendingBrowser } from './pendingSignIns.server.ts'

const STOP_PURPOSE = 'stop recovery'
const startsPerAgent = { name: 'recovery_start', points: 3, seconds: 7 * DAY_SECONDS }
const linksPerAddress = { name: 'recovery_link', points: 60, seconds: 3600 }
const finishAttempts = { name: 'recovery_token', points: 5, seconds: 15 * 60 }
/** An address that the account had until so long ago is told, too. */
export const PREVIOUS_ADDRESS_MS = 30 * DAY_MS

const isOpen = isNull(accountRecovery.endedAt)

/**
 * For someone who has entered the password and has no second factor left. Everyone who could know that it is somebody else is told, and can
 * stop it in the days until the link comes that ends it, at the account's own address.
 */
export async function startRecovery(services: Services, browser: PendingBrowser) {
  const { database, limits } = services
  const agent = await findPendingAgent(database.db, browser)
  if (!agent) throw secondStepExpired()
  const running = await findOpenRecovery(database.db, agent.id)
  if (running) return { dueAt: running.dueAt }
  await limits.spend(startsPerAgent, agent.id)
  return database.db.transaction(async (tx) => {
    await lockUser(tx, agent.id)
    const already = await findOpenRecovery(tx, agent.id)
    if (already) return { dueAt: already.dueAt }
    const [started] = await tx
      .insert(accountRecovery)
      .values({ userId: agent.id, dueAt: fromNow(RECOVERY_DAYS * DAY_MS) })
      .returning()
    if (!started) throw secondStepExpired()
    await writeAudit(tx, { id: agent.id }, 'recovery_started', {})
    const { timeZone } = await readSettings(tx, agent)
    const due = emailDateTime(started.dueAt, timeZone)
    await tellEveryone(services, tx, agent, (isOwnAddress) =>
      recoveryStartedEmail({ due, stopLink: stopLink(services, started.id), name: shownName(agent), isOwnAddress }),
    )
    return { dueAt: started.dueAt }
  })
}

async function findOpenRecovery(db: Db, userId: string) {
  const [found] = await db
    .select()
    .from(accountRecovery)
    .where(and(eq(accountRecovery.userId, userId), isOpen))
  return found
}

const shownName = (agent: User) => fullName(agent) || agent.email
const stopLink = ({ env }: Services, id: string) =>
  `${env.APP_URL}/recovery/stop/${signText(env.APP_SECRET, STOP_PURPOSE, id)}`

/** The account's address, those it had until lately, and the other owners of its agencies. */
async function tellEveryone(
  { mailer }: Services,
  tx: Db,
  agent: User,
  email: (isOwnAddress: boolean) => ReturnType<typeof recoveryStartedEmail>,
) {
  const previous = await tx
    .select({ email: previousAddress.email })
    .from(previousAddress)
    .where(and(eq(previousAddress.userId, agent.id), gt(previousAddress.replacedAt, ago(PREVIOUS_ADDRESS_MS))))
  const agencies = tx.select({ id: member.agencyId }).from(member).where(eq(member.userId, agent.id))
  const owners = await tx
    .selectDistinct({ email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(
      and(
        inArray(member.agencyId, agencies),
        eq(member.role, 'owner'),
        ne(member.userId, agent.id),
        isNull(user.archivedAt),
      ),
    )
  const own = new Set([agent.email, ...previous.map((one) => one.email)])
  for (const to of own) await mailer.post(tx, { to, ...email(true) })
  for (const { email: to } of owners) if (!own.has(to)) await mailer.post(tx, { to, ...email(false) })
}

/** What the page of a stop link shows. */
export async function readRecovery(services: Services, key: string, clientIp: string) {
  await services.limits.spendByAddress(linksPerAddress, clientIp)
  const found = await findByStopKey(services, key)
  if (!found) return { state: 'unknown' as const, name: '' }
  const { recovery, agent } = found
  const state = recovery.endedAt === null ? 'open' : recovery.isDone ? 'done' : 'stopped'
  return { state, name: shownName(agent) } as const
}

async function findByStopKey({ database, env }: Services, key: string) {
  const id = readSignedText(env.APP_SECRET, STOP_PURPOSE, key)
  if (!id) return undefined
  const [found] = await database.db
    .select({ recovery: accountRecovery, agent: user })
    .from(accountRecovery)
    .innerJoin(user, eq(user.id, accountRecovery.userId))
    .where(eq(accountRecovery.id, id))
  return found
}

/** By anyone who was told. The password is known to somebody, so the account's address is advised to change it. */
export async function stopRecovery(services: Services, key: string, clientIp: string) {
  await services.limits.spendByAddress(linksPerAddress, clientIp)
  const found = await findByStopKey(services, key)
  if (!found) return
  await services.database.db.transaction(async (tx) => {
    await lockUser(tx, found.agent.id)
    await endRecovery(services, tx, found.agent)
  })
}

/** Also when someone signs in with the second factor, which is not lost then. */
export async function endRecovery({ mailer, env }: Services, tx: Db, agent: User) {
  const ended = await tx
    .update(accountRecovery)
    .set({ endedAt: now })
    .where(and(eq(accountRecovery.userId, agent.id), isOpen))
    .returning()
  if (ended.length === 0) return
  await endUserPendingSignIns(tx, agent.id)
  await voidTokens(tx, 'recover_account', agent.id)
  await writeAudit(tx, { id: agent.id }, 'recovery_stopped', {})
  await mailer.post(tx, { to: agent.email, ...recoveryStoppedEmail(env.APP_URL) })
}

/** Turns the second factor off and signs every device out, with the link that came after the delay. */
export async function finishRecovery(services: Services, value: string, clientIp: string) {
  const { database, limits, env } = services
  const address = rateLimitKey(clientIp)
  await limits.spend(finishAttempts, address)
  const { userId } = await requireToken(database.db, 'recover_account', value)
  await database.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const { subject } = await consumeToken(tx, 'recover_account', value)
    const isDue = lte(accountRecovery.dueAt, now)
    const [done] = await tx
      .update(accountRecovery)
      .set({ endedAt: now, isDone: true })
      .where(and(eq(accountRecovery.id, subject ?? ''), eq(accountRecovery.userId, userId), isOpen, isDue))
      .returning()
    const [agent] = await tx.select().from(user).where(eq(user.id, userId))
    if (!done || !agent) throw secondStepExpired()
    for (const table of [authenticator, recoveryCode, passkey, session])
      await tx.delete(table).where(eq(table.userId, userId))
    await endUserPendingSignIns(tx, userId)
    await writeAudit(tx, { id: userId }, 'account_recovered', {})
    await tellEveryone(services, tx, agent, (isOwnAddress) =>
      accountRecoveredEmail({ appUrl: env.APP_URL, name: shownName(agent), isOwnAddress }),
    )
  })
  await limits.forgive(finishAttempts, address)
}

const NoData = z.object({})

/** Emails the link that ends a recovery once its delay is over, and forgets recoveries whose link has expired. */
export const finishDueRecoveriesJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'finish_due_recoveries',
  data: NoData,
  schedule: '*/10 * * * *',
  async work({ database, mailer, env }) {
    const isDue = and(isOpen, isNull(accountRecovery.linkSentAt), lte(accountRecovery.dueAt, now))
    const due = await database.db.select().from(accountRecovery).where(isDue)
    for (const { id, userId } of due)
      await database.db.transaction(async (tx) => {
        await lockUser(tx, userId)
        const [sent] = await tx
          .update(accountRecovery)
          .set({ linkSentAt: now })
          .where(and(eq(accountRecovery.id, id), isDue))
          .returning()
        const [agent] = await tx.select().from(user).where(eq(user.id, userId))
        if (!sent || !agent || agent.archivedAt) return
        const value = await issueToken(tx, 'recover_account', userId, id, RECOVERY_LINK_DAYS * DAY_MS)
        await mailer.post(tx, { to: agent.email, ...recoveryLinkEmail(`${env.APP_URL}/recovery/finish/${value}`) })
      })
    await database.db
      .update(accountRecovery)
      .set({ endedAt: now })
      .where(
        and(
          isOpen,
          isNotNull(accountRecovery.linkSentAt),
          lt(accountRecovery.linkSentAt, ago(RECOVERY_LINK_DAYS * DAY_MS)),
        ),
      )
  },
}

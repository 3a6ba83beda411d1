import { createHmac, randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { emailCode, lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { AppError, invalidInput, notFound } from '#platform/errors.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import { currentKey, isSameText, keyBytes, type PurposeKey, toKeyring } from '#platform/secrets/keyring.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { ConfirmEmailInput } from '../../buyer.schema.ts'
import { type DocumentKey, requireKeyHolder } from '../documents/documentAccess.server.ts'
import { preparePrivateLinkEmail } from '../privateLink/prepareBuyerEmails.server.ts'

const PURPOSE = 'lead email code'
const CODE_MINUTES = 10
/** For one code. */
const MAX_ATTEMPTS = 5
/** Over all codes of a lead, because a new code starts with new attempts: one guess in 50,000 a day succeeds. */
const attemptsPerLead = { name: 'code_attempt', points: 20, seconds: 24 * 3600 }
/** Over all leads, because anyone can make new ones. */
const attemptsPerAddress = { name: 'code_attempt_address', points: 40, seconds: 3600 }
const codesPerLead = { name: 'email_code', points: 5, seconds: 3600 }

export const newEmailCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** Replaces the lead's earlier code. */
export async function storeEmailCode({ env }: Services, tx: Db, leadId: string, code: string) {
  const values = {
    codeHash: hashCode(currentKey(env.APP_SECRET, PURPOSE), leadId, code),
    attempts: 0,
    sentAt: new Date(),
    expiresAt: new Date(Date.now() + CODE_MINUTES * 60_000),
  }
  await tx
    .insert(emailCode)
    .values({ leadId, ...values })
    .onConflictDoUpdate({ target: emailCode.leadId, set: values })
}

/** Keyed: the hash of six digits alone could be reversed by trying them all. With the lead, so that a code fits no other. */
const hashCode = (key: PurposeKey, leadId: string, code: string) =>
  createHmac('sha256', keyBytes(key)).update(`${leadId}.${code}`).digest('base64url')

/** Sends a new code to the address of the lead whose key this browser has. The response is the same for every lead. */
export async function sendEmailCode(
  services: Services,
  listingId: string,
  key: DocumentKey | undefined,
  clientIp: string,
) {
  const { database, limits } = services
  const { lead: buyer } = await requireKeyHolder(database.db, listingId, key)
  await limits.spend(codesPerLead, buyer.id)
  await requireEmailLimit(services, { to: buyer.email, recipient: 'unproven', clientIp })
  const [about] = await database.db
    .select({ listing, agent: user })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .where(eq(listing.id, listingId))
  if (!about) throw notFound()
  const code = newEmailCode()
  const post = await preparePrivateLinkEmail(services, database.db, about, buyer, code)
  await database.db.transaction(async (tx) => {
    await storeEmailCode(services, tx, buyer.id, code)
    await post(tx)
  })
}

/** Proves the lead's address. Returns the lead's own key for this browser, and whether the agent has removed the access. */
export async function confirmLeadEmail(
  { database: { db }, limits, env }: Services,
  { listingId, code }: ConfirmEmailInput,
  key: DocumentKey | undefined,
  clientIp: string,
) {
  await limits.spend(attemptsPerAddress, rateLimitKey(clientIp))
  const { lead: buyer } = await requireKeyHolder(db, listingId, key)
  await limits.spend(attemptsPerLead, buyer.id)
  // Counted before the comparison, so that attempts at the same time count too.
  const [attempt] = await db
    .update(emailCode)
    .set({ attempts: sql`${emailCode.attempts} + 1` })
    .where(
      and(eq(emailCode.leadId, buyer.id), lt(emailCode.attempts, MAX_ATTEMPTS), gt(emailCode.expiresAt, new Date())),
    )
    .returning({ codeHash: emailCode.codeHash, attempts: emailCode.attempts })
  if (!attempt) throw codeExpired()
  const isRight = toKeyring(env.APP_SECRET)
    .derive(PURPOSE)
    .some((one) => isSameText(hashCode(one, buyer.id, code), attempt.codeHash))
  if (!isRight) throw wrongCode(MAX_ATTEMPTS - attempt.attempts)
  const provenAt = buyer.provenAt ?? new Date()
  await db.transaction(async (tx) => {
    await tx.delete(emailCode).where(eq(emailCode.leadId, buyer.id))
    await tx.update(lead).set({ provenAt, isHeatDue: true }).where(eq(lead.id, buyer.id))
  })
  return { key: { leadId: buyer.id, isGuest: false }, isWithdrawn: buyer.withdrawnAt !== null }
}

const codeExpired = () => new AppError('CodeExpired', 410, 'This code no longer works. Send a new one.')

function wrongCode(attemptsLeft: number) {
  const message = attemptsLeft > 0 ? 'That isn’t the code in our latest email.' : 'That isn’t the code. Send a new one.'
  return invalidInput({ code: message }, message)
}

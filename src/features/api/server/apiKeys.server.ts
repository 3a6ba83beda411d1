import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { apiKey } from '#db/schema/apiKeys.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { may, requirePermission } from '#platform/auth/permissions.ts'
import { type Agent, findMember, hashToken } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { DAY_MS } from '#values/time.ts'
import type { ListedApiKey, NewApiKey } from '../apiKeys.schema.ts'
import type { ApiCaller } from './operation.server.ts'

/** Programs that look for published secrets recognise ours by it. */
const TOKEN_PREFIX = 'pfk_'
const RANDOM_BYTES = 32
/** The prefix and a few characters, which identify a key and do not help to guess it. */
const SHOWN_CHARACTERS = 10
const MAX_KEYS_PER_AGENCY = 50
/** Keeps "last used" accurate without a write for every request. */
const TOUCH_AFTER_MS = 60_000

/** The checksum tells a key from a similar text without asking the database. */
function newApiToken() {
  const random = randomBytes(RANDOM_BYTES).toString('hex')
  return `${TOKEN_PREFIX}${random}${checksum(random)}`
}

const checksum = (random: string) => crc32(random).toString(16).padStart(8, '0')

const TOKEN = /^pfk_([0-9a-f]{64})([0-9a-f]{8})$/

function isApiToken(token: string) {
  const [, random = '', sum] = TOKEN.exec(token) ?? []
  return sum !== undefined && checksum(random) === sum
}

/** The keys of the agency, the newest first. Revoked ones stay in the activity log alone. */
export async function listApiKeys(db: Db, agent: Agent): Promise<ListedApiKey[]> {
  requirePermission(agent, 'manageConnections')
  const rows = await db
    .select({ key: apiKey, user })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(and(eq(apiKey.agencyId, agent.agencyId), isNull(apiKey.revokedAt)))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
  return rows.map(({ key: { id, name, start, scopes, createdAt, expiresAt, lastUsedAt }, user }) => ({
    ...{ id, name, start, scopes, createdAt, expiresAt, lastUsedAt },
    actsAs: { id: user.id, name: nameOrEmail(user) },
  }))
}

/** The only time that the key itself is known. */
export async function createApiKey(db: Db, agent: Agent, { name, scopes, days }: NewApiKey) {
  requirePermission(agent, 'manageConnections')
  const token = newApiToken()
  const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS)
  return db.transaction(async (tx) => {
    const present = await tx.$count(apiKey, and(eq(apiKey.agencyId, agent.agencyId), isNull(apiKey.revokedAt)))
    if (present >= MAX_KEYS_PER_AGENCY)
      throw conflict(`An agency can have ${MAX_KEYS_PER_AGENCY} keys. Please revoke one first.`)
    const [made] = await tx
      .insert(apiKey)
      .values({
        agencyId: agent.agencyId,
        userId: agent.id,
        name,
        scopes,
        expiresAt,
        start: token.slice(0, SHOWN_CHARACTERS),
        tokenHash: hashToken(token),
      })
      .returning({ id: apiKey.id })
    if (!made) throw new Error('The key was not stored.')
    await writeAudit(tx, agent, 'api_key_created', { name, scopes }, made.id)
    return { id: made.id, token }
  })
}

/** Programs that use it are refused from the next request on. */
export async function revokeApiKey(db: Db, agent: Agent, id: string) {
  requirePermission(agent, 'manageConnections')
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiKey)
      .set({ revokedAt: new Date() })
      .where(and(eq(apiKey.id, id), eq(apiKey.agencyId, agent.agencyId), isNull(apiKey.revokedAt)))
      .returning({ name: apiKey.name })
    if (!revoked) throw notFound()
    await writeAudit(tx, agent, 'api_key_revoked', { name: revoked.name }, id)
  })
}

/** Whom a key acts for: its member, who sees the whole agency through it. What it may do is in its scopes. */
export async function findApiCaller(db: Db, token: string): Promise<ApiCaller | undefined> {
  if (!isApiToken(token)) return undefined
  const now = new Date()
  const [key] = await db
    .select()
    .from(apiKey)
    .where(
      and(
        eq(apiKey.tokenHash, hashToken(token)),
        isNull(apiKey.revokedAt),
        or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, now)),
      ),
    )
  const member = key && (await findMember(db, key.userId, key.agencyId))
  // Their role may have changed since the key was created.
  if (!member || !may(member, 'manageConnections')) return undefined
  if (now.getTime() - (key.lastUsedAt?.getTime() ?? 0) > TOUCH_AFTER_MS)
    await db.update(apiKey).set({ lastUsedAt: now }).where(eq(apiKey.id, key.id))
  return { keyId: key.id, agent: { ...member, role: 'manager' }, scopes: key.scopes }
}

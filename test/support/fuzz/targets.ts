import { newId } from '../../../src/db/schema/columns.ts'
import { issueToken } from '../../../src/features/accounts/server/credentials/emailedTokens.server.ts'
import { createApiKey } from '../../../src/features/api/server/apiKeys.server.ts'
import { signDocumentKey } from '../../../src/features/leads/server/documents/documentKey.server.ts'
import { type Agent, startSession } from '../../../src/platform/auth/sessions.server.ts'
import { apiScopes } from '../../../src/values/apiScopes.ts'
import { createAgent, PASSWORD } from '../../fixtures/agents.ts'
import { createFile } from '../../fixtures/files.ts'
import { createLead } from '../../fixtures/leads.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { call } from '../call.ts'
import { TEST_SECRET } from '../processes/app.ts'
import type { useDeployedApp } from '../processes/deployedApp.ts'
import type { Known } from './fitting.ts'
import { PERSONAL_DETAILS } from './oddValues.ts'

type Parts = ReturnType<typeof useDeployedApp>

type Targets = Awaited<ReturnType<typeof createTargets>>

/**
 * What changes something has its targets to itself, so that what one request destroys does not affect another. What is left whole is there
 * for the next one, because making them takes longer than a few requests.
 */
export function targetPool(parts: Parts) {
  const whole: Targets[] = []
  return {
    take: async () => whole.pop() ?? (await createTargets(parts)),
    async giveBack(targets: Targets) {
      if (!(await targets.isWhole())) return
      // The next one would be refused for what this one asked.
      await parts.database.sql`
        delete from rate_limit where key in (select key from rate_limit for update skip locked)`
      whole.push(targets)
    },
  }
}

/** An agent with listings, files and leads, and another agent. */
async function createTargets({ url, database: { db, sql } }: Parts) {
  const { firstName, lastName, phone } = PERSONAL_DETAILS
  const createSignedIn = async () => {
    const id = newId('user')
    const agent = await createAgent(db, { id, email: `${id}.${PERSONAL_DETAILS.email}`, firstName, lastName, phone })
    return { ...agent, cookie: `session=${await startSession(db, id, '')}` }
  }
  const [agent, otherAgent] = [await createSignedIn(), await createSignedIn()]
  const { id: listingId } = await createPublishedListing(db, { agent })
  const listings = [listingId, (await createPublishedListing(db, { agent, title: 'Second listing' })).id]
  const createBuyer = async () => (await createLead(db, { listingId, firstName, lastName, phone })).id
  const leads = [await createBuyer(), await createBuyer()]
  const files = await Promise.all(
    (['image', 'file'] as const).map(async (type) => (await createFile(db, { agent, listingId, type, size: 9 })).id),
  )
  const notices = await sql<{ id: string }>`select id from notification where "userId" = ${agent.id}`
  const people = await sql<{ id: string }>`select id from person where "userId" = ${agent.id}`
  const ids = [...listings, ...leads, ...files, ...[...notices, ...people].map(({ id }) => id), agent.id]
  const known: Known = {
    ids,
    email: [agent.email, PERSONAL_DETAILS.email],
    password: [PASSWORD, 'wrong password'],
    oldPassword: [PASSWORD],
    newPassword: [PASSWORD, 'another password'],
    confirmation: ['delete my account'],
    token: [await issueToken(db, 'reset_password', agent.id), PERSONAL_DETAILS.token],
    key: [...leads.map((id) => signDocumentKey(TEST_SECRET, 'link', id)), PERSONAL_DETAILS.token, crypto.randomUUID()],
    phone: [PERSONAL_DETAILS.phone, '021 555 0177'],
    firstName: [PERSONAL_DETAILS.firstName],
    lastName: [PERSONAL_DETAILS.lastName],
    timeZone: ['Pacific/Auckland', 'UTC', '+01:00', 'Etc/GMT+12', 'GMT'],
    contentType: ['application/pdf', 'image/jpeg', ''],
    contentLength: ['1', '999999999999999', '9'],
    name: ['a.pdf', '../a.pdf', 'photo.HEIC'],
    search: ['Rata', '%', '\\', PERSONAL_DETAILS.email],
    from: ['2026-01-01', '0001-01-01', '9999-12-31'],
    to: ['2026-12-31', '0000-12-31', '9999-12-31'],
    cursor: cursors(ids),
    turnstile: ['e30', btoa('{"challenge":{},"solution":{}}'), PERSONAL_DETAILS.token],
  }
  const signed = (name: string, data: object) => signedAddresses(url, name, data, agent.cookie)
  known.address = [
    ...(await signed('getUploadUrl', {
      name: 'a.txt',
      contentType: 'text/plain',
      contentLength: '9',
      listingId,
    })),
    ...(await signed('getDownloadUrl', { id: files[1] })),
  ]
  const buyer = `${listingId}=${signDocumentKey(TEST_SECRET, 'cookie', leads[0] ?? '')}`
  const tokenOf = async (owner: Agent) =>
    (await createApiKey(db, owner, { name: 'CRM', scopes: [...apiScopes], days: null })).token
  const tokens = { stranger: 'pfk_made_up', agent: await tokenOf(agent), otherAgent: await tokenOf(otherAgent) }
  const agents = [agent.id, otherAgent.id]
  /** Who may do what, and what there is to do it with. Words, numbers and settings of a thing may change. */
  const readState = () => sql<{ row: string }>`
    select to_jsonb(one)::text as row from "user" one where id = any(${agents})
    union all select to_jsonb(one)::text from profile one where "userId" = any(${agents})
    union all select to_jsonb(one)::text from member one where "userId" = any(${agents})
    union all select to_jsonb(one)::text from agency one where id = any(${[agent.agencyId, otherAgent.agencyId]})
    union all select to_jsonb(one)::text from token one where "userId" = any(${agents})
    union all select concat_ws(' ', "tokenHash", "agencyId", "lockedAt", "provenAt") from session
      where "userId" = any(${agents})
    union all select concat_ws(' ', id, "revokedAt", "expiresAt") from api_key where "userId" = any(${agents})
    union all select concat_ws(' ', id, "userId", "publishedAt", "archivedAt") from listing where id = any(${listings})
    union all select concat_ws(' ', id, "userId", "personId", "withdrawnAt", "archivedAt") from lead
      where id = any(${leads})
    union all select concat_ws(' ', id, "listingId", state, "archivedAt", "deletedAt", "erasedAt") from file
      where id = any(${files})
    union all select id from person where id = any(${ids})
    union all select id from notification where id = any(${ids})
    order by row`
  const first = JSON.stringify(await readState())
  return {
    known,
    isWhole: async () => JSON.stringify(await readState()) === first,
    cookies: { stranger: buyer, agent: agent.cookie, otherAgent: otherAgent.cookie },
    tokens,
  }
}

/** The addresses of the storage in an answer, without the host. */
async function signedAddresses(url: string, name: string, data: object, cookie: string) {
  const { text } = await call(url, name, { method: 'POST', data, headers: { cookie } })
  return [...text.matchAll(/"[^"]*(\/storage\/[^"]+)"/g)].map(([, address = '']) => address)
}

/** Places in lists, as a browser hands them back, right and nearly right. */
const cursors = (ids: string[]) => {
  const sorts = ['changed', 'created', 'title', 'newest', 'oldest', 'name', 'seen', 'time', 'timeline', 'events']
  const keys = ['1760000000000000', '9'.repeat(16), '0', 'Rata', '']
  const pairs = sorts.flatMap((sort) => keys.map((key, nth) => [sort, key, ids[nth % ids.length]]))
  return pairs.map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'))
}

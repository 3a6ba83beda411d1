import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createAuthenticator } from '../../test/fixtures/authenticators.ts'
import { createListing } from '../../test/fixtures/listings.ts'
import { openServices } from '../../test/support/services/services.ts'
import { user } from '../db/schema/accounts.ts'
import { audit } from '../db/schema/audit.ts'
import { keptKey, signingKey } from '../db/schema/record.ts'
import { authenticator, recoveryCode } from '../db/schema/signInMethods.ts'
import { webhookEndpoint } from '../db/schema/webhooks.ts'
import { requireSigningKey } from '../features/disclosure/server/signingKeys.server.ts'
import { addToRecord } from '../features/record/server/addToRecord.server.ts'
import { provideRecordKeys } from '../features/record/server/recordChain.server.ts'
import { findRecordError } from '../features/record/server/verifyRecord.server.ts'
import { openKeptKeys } from '../platform/secrets/keptKeys.server.ts'
import { Keyring } from '../platform/secrets/keyring.server.ts'
import { createSeal } from '../platform/secrets/seal.server.ts'
import { describeLost, findLost, giveUp } from './giveUpLostSecret.server.ts'

const LOST = 'the secret that nobody has any more'
const NEW = 'the new secret, which is long enough'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())

/** One of everything that a secret seals, and an agent with a passkey-less account behind an app. */
async function fill(secret: string) {
  const { db } = opened.database
  provideRecordKeys(secret)
  const agent = await createAgent(db)
  await createAuthenticator(db, agent.id, secret)
  const listing = await createListing(db, { agent })
  await db.transaction((tx) =>
    addToRecord(tx, { agencyId: agent.agencyId, listingId: listing.id }, [
      { kind: 'published', details: { title: '1 Rata Street' } },
    ]),
  )
  const [hook] = await db
    .insert(webhookEndpoint)
    .values({
      ...{ agencyId: agent.agencyId, userId: agent.id, url: 'https://crm.example.nz' },
      secret: createSeal(secret, 'webhook secret').close('whsec_current'),
      previousSecret: createSeal(secret, 'webhook secret').close('whsec_before'),
    })
    .returning()
  const sealed = createSeal(secret, 'mail').close({ to: 'jane@example.com' })
  await opened.database
    .sql`insert into pgboss.job (name, data) values ('mail', jsonb_build_object('sealed', ${sealed}::text))`
  return { agent, listing, hookId: hook?.id ?? '' }
}
const jobs = async () => (await opened.database.sql`select from pgboss.job where name = 'mail'`).length

test('a secret that is gone for good is given up: what it had sealed goes, what has another stays, and a start is ready', async () => {
  const { db } = opened.database
  await db.delete(keptKey)
  await db.delete(signingKey)
  await openKeptKeys(db, new Keyring(LOST))
  const certifying = await requireSigningKey(db, LOST)
  const lost = await fill(LOST)
  const kept = await fill(NEW)
  const keyring = new Keyring(NEW)
  expect(await openKeptKeys(db, keyring)).toBe(false)
  provideRecordKeys(keyring)

  const lines = describeLost(await findLost(db, keyring))
  for (const [index, name] of [
    'Emails and other jobs: 1 are deleted',
    'Secrets of webhooks: 1 ',
    'Earlier secrets of webhooks: 1 ',
    'Secrets of authenticator apps: 1 ',
    'Keys of certificates: 1 ',
    'Keys for links from before: 2 ',
    'Records of listings: 1 ',
  ].entries())
    expect(lines[index]).toContain(name)

  await giveUp(db, keyring)
  expect(describeLost(await findLost(db, keyring))).toEqual([])
  expect(await openKeptKeys(db, keyring)).toBe(true)
  expect(keyring.fixed('record subject')).toEqual(new Keyring(NEW).fixed('record subject'))
  expect(await jobs()).toBe(1)
  const hooks = await db.select().from(webhookEndpoint)
  const byId = (id: string) => hooks.find((one) => one.id === id)
  expect(byId(lost.hookId)).toMatchObject({ previousSecret: null, disabledAt: expect.any(Date) })
  expect(createSeal(NEW, 'webhook secret').open(byId(lost.hookId)?.secret ?? '')).toMatch(/^whsec_/)
  expect(createSeal(NEW, 'webhook secret').open(byId(kept.hookId)?.secret ?? '')).toBe('whsec_current')
  expect(byId(kept.hookId)?.disabledAt).toBeNull()
  const signing = await requireSigningKey(db, keyring)
  expect(signing.id).not.toBe(certifying.id)
  const [before] = await db.select().from(signingKey).where(eq(signingKey.id, certifying.id))
  expect(before).toMatchObject({ publicKey: certifying.publicKey, retiredAt: expect.any(Date) })
  for (const { listing } of [lost, kept]) expect(await findRecordError(db, listing.id)).toBeUndefined()
})

test('threat 268: who loses an authenticator app with the secret loses the password, so a stolen one is not enough', async () => {
  const { db } = opened.database
  const lost = await fill(LOST)
  const kept = await fill(NEW)
  const keyring = new Keyring(NEW)
  await createAuthenticator(db, kept.agent.id, LOST)
  provideRecordKeys(keyring)
  await giveUp(db, keyring)
  const passwordOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]?.password
  expect(await passwordOf(lost.agent.id)).toBe('')
  expect(await db.$count(recoveryCode, eq(recoveryCode.userId, lost.agent.id))).toBe(0)
  expect(await db.$count(authenticator, eq(authenticator.userId, lost.agent.id))).toBe(0)
  const log = await db.select().from(audit).where(eq(audit.userId, lost.agent.id))
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['authenticator_removed', 'password_removed']))
  // One of two apps is enough to go on.
  expect(await passwordOf(kept.agent.id)).toBe(kept.agent.password)
  expect(await db.$count(authenticator, eq(authenticator.userId, kept.agent.id))).toBe(1)
})

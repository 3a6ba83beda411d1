import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session, user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { passkey, passkeyChallenge } from '#db/schema/signInMethods.ts'
import { hashToken } from '#platform/auth/sessions.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { sweepExpiredJob } from '#platform/jobs/sweepExpired.server.ts'
import { createLog } from '#platform/telemetry/log.server.ts'
import { cookieHeader, signInAs } from '../../../../../../test/fixtures/agents.ts'
import { emailsTo } from '../../../../../../test/fixtures/emails.ts'
import {
  addPasskey,
  createAgentWithPasskey,
  openSignInPage,
  readChallenge,
} from '../../../../../../test/fixtures/passkeys.ts'
import { call } from '../../../../../../test/support/call.ts'
import { eventually } from '../../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../../test/support/processes/deployedApp.ts'
import { createAuthenticator } from '../../../../../../test/support/softwareAuthenticator.ts'

const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1' })
const here = () => ({ url: parts.url, db: parts.database.db })
const newAgent = () => createAgentWithPasskey(here())
const newBrowser = (headers?: Record<string, string>) => openSignInPage(parts, headers)

const REFUSED = {
  status: 401,
  error: { message: 'We couldn’t sign you in with that passkey. Try another, or use your password.' },
}
const STALE = { status: 401, error: { message: 'That took too long. Please try again.' } }
const sessionsOf = (userId: string) => parts.database.db.$count(session, eq(session.userId, userId))
const actionsOf = async (userId: string) =>
  (await parts.database.db.select().from(audit).where(eq(audit.userId, userId)).orderBy(audit.at)).map(
    ({ action }) => action,
  )

/** Nobody is signed in by it, and no more than before has a session. */
async function expectRefusal(
  agentId: string,
  attempt: () => Promise<Awaited<ReturnType<typeof call>>>,
  refusal: typeof REFUSED = REFUSED,
) {
  const before = await sessionsOf(agentId)
  const { status, error, headers } = await attempt()
  expect({ status, error }).toMatchObject(refusal)
  expect(headers.getSetCookie()).toEqual([])
  expect(await sessionsOf(agentId)).toBe(before)
}

describe('signing in with a passkey', () => {
  test('opens a session for the one whose passkey it is, without an address or a password', async () => {
    const { agent, authenticator, passkey: added } = await newAgent()
    const { challenge, signIn, result } = await newBrowser()
    expect(result).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const answer = await signIn(authenticator.answer({ challenge, origin: parts.url }))
    expect(answer.status).toBe(200)
    const cookie = cookieHeader(answer.headers)
    expect(cookie).toMatch(/session=[\w-]{43}/)
    const me = await call(parts.url, 'fetchCurrentUser', { headers: { cookie } })
    expect(me.result).toMatchObject({ id: agent.id })
    const listed = await call(parts.url, 'fetchPasskeys', { headers: { cookie } })
    expect(listed.result).toEqual([expect.objectContaining({ id: added.id, lastUsedAt: expect.any(Date) })])
    expect(await actionsOf(agent.id)).toEqual(['signed_in', 'passkey_added', 'signed_in'])
  })

  test('from a browser that is new to the account sends an email about it', async () => {
    const { agent, authenticator } = await newAgent()
    const { challenge, signIn } = await newBrowser()
    await signIn(authenticator.answer({ challenge, origin: parts.url }))
    await eventually(async () =>
      (await emailsTo(parts.app.dataDir, agent.email)).some(({ subject }) => subject === 'New sign-in to your account'),
    )
  })

  test('threat 235: an answer works once', async () => {
    const { agent, authenticator } = await newAgent()
    const { challenge, signIn } = await newBrowser()
    const assertion = authenticator.answer({ challenge, origin: parts.url })
    expect((await signIn(assertion)).status).toBe(200)
    await expectRefusal(agent.id, () => signIn(assertion), STALE)
    // Also when both arrive at the same moment.
    const next = await newBrowser()
    const again = authenticator.answer({ challenge: next.challenge, origin: parts.url })
    const statuses = (await Promise.all([next.signIn(again), next.signIn(again)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 401])
  })

  test('threat 235: a challenge that was answered wrongly cannot be answered again', async () => {
    const { agent, authenticator } = await newAgent()
    const { challenge, signIn } = await newBrowser()
    await expectRefusal(agent.id, () => signIn(createAuthenticator().answer({ challenge, origin: parts.url })))
    await expectRefusal(agent.id, () => signIn(authenticator.answer({ challenge, origin: parts.url })), STALE)
  })

  test('threat 235: an answer to a challenge that has expired is refused', async () => {
    const { agent, authenticator } = await newAgent()
    const { challenge, signIn } = await newBrowser()
    const of = eq(passkeyChallenge.challengeHash, hashToken(challenge))
    const [stored] = await parts.database.db.select().from(passkeyChallenge).where(of)
    const lifetime = (stored?.expiresAt.getTime() ?? 0) - Date.now()
    expect(lifetime).toBeLessThanOrEqual(5 * 60_000)
    await parts.database.db.update(passkeyChallenge).set({ expiresAt: new Date() }).where(of)
    await expectRefusal(agent.id, () => signIn(authenticator.answer({ challenge, origin: parts.url })), STALE)
  })

  test('threat 235: an answer to a challenge of another browser is refused, also without that browser’s cookie', async () => {
    const { agent, authenticator } = await newAgent()
    const victim = await newBrowser()
    const thief = await newBrowser()
    const assertion = authenticator.answer({ challenge: victim.challenge, origin: parts.url })
    await expectRefusal(agent.id, () => thief.signIn(assertion), STALE)
    await expectRefusal(
      agent.id,
      () => call(parts.url, 'signInWithPasskey', { method: 'POST', data: assertion }),
      STALE,
    )
    expect(victim.cookie).toMatch(/^passkey=[\w-]{43}$/)
    expect(victim.headers.getSetCookie().join()).toMatch(/HttpOnly/)
  })

  test('threat 235: a challenge to prove who is signed in does not sign anyone in, and neither is stored in the clear', async () => {
    const { agent, authenticator, post } = await newAgent()
    const { signIn, challenge: unused } = await newBrowser()
    const challenge = readChallenge(await post('beginPasskeyProof'))
    await expectRefusal(agent.id, () => signIn(authenticator.answer({ challenge, origin: parts.url })), STALE)
    const stored = JSON.stringify(await parts.database.db.select().from(passkeyChallenge))
    expect(stored).toContain(hashToken(unused))
    expect(stored).not.toContain(unused)
  })

  test.each([
    ['a page of another site', { origin: 'https://evil.example', rpId: 'localhost' }],
    ['another port of this host', { origin: 'http://localhost:1', rpId: 'localhost' }],
    ['a page of ours inside a page of another site', { client: { crossOrigin: true } }],
    ['a passkey for another site', { rpId: 'evil.example' }],
    ['what was made for adding a passkey', { client: { type: 'webauthn.create' } }],
  ])('threat 236: an answer from %s is refused', async (_where, lie) => {
    const { agent, authenticator } = await newAgent()
    const { challenge, signIn } = await newBrowser()
    await expectRefusal(agent.id, () => signIn(authenticator.answer({ challenge, origin: parts.url, ...lie })))
  })

  test('threat 236: neither the Host header nor the Origin of a request decides for which site passkeys are', async () => {
    const { authenticator, agent } = await newAgent()
    const headers = { 'x-forwarded-host': 'evil.example', origin: parts.url }
    const { challenge, signIn, result } = await newBrowser(headers)
    expect(result).toMatchObject({ rpId: 'localhost' })
    const lie = { origin: 'https://evil.example', rpId: 'evil.example' }
    await expectRefusal(agent.id, () => signIn(authenticator.answer({ challenge, ...lie })))
  })

  test('threat 237: a passkey that counts backwards is refused, recorded, and its agent is told once', async () => {
    const { agent, authenticator, passkey: added } = await newAgent()
    const useIt = async (counter: number) => {
      const { challenge, signIn } = await newBrowser()
      return signIn(authenticator.answer({ challenge, origin: parts.url, counter }))
    }
    expect((await useIt(7)).status).toBe(200)
    for (const counter of [7, 3, 0]) await expectRefusal(agent.id, () => useIt(counter))
    expect((await actionsOf(agent.id)).filter((action) => action === 'passkey_copied')).toHaveLength(1)
    const [entry] = await parts.database.db.select().from(audit).where(eq(audit.action, 'passkey_copied'))
    expect(entry).toMatchObject({ userId: agent.id, times: 3 })
    // The one on the agent's device goes on working.
    expect((await useIt(8)).status).toBe(200)
    const about = async () =>
      (await emailsTo(parts.app.dataDir, agent.email)).filter(({ subject }) =>
        subject?.includes('copy of your passkey'),
      )
    const [email] = await eventually(async () => {
      const found = await about()
      return found.length > 0 && found
    })
    expect(email?.text).toContain(added.name)
    expect(await about()).toHaveLength(1)
  })

  test('threat 237: of two answers with the same count, sent at once, one is refused', async () => {
    const { authenticator } = await newAgent()
    const browsers = await Promise.all([newBrowser(), newBrowser()])
    const answers = browsers.map(({ challenge, signIn }) =>
      signIn(authenticator.answer({ challenge, origin: parts.url, counter: 4 })),
    )
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 401])
  })

  test('a passkey in a password manager, which does not count, works again and again', async () => {
    const { authenticator } = await newAgent()
    for (let times = 0; times < 3; times++) {
      const { challenge, signIn } = await newBrowser()
      expect((await signIn(authenticator.answer({ challenge, origin: parts.url, counter: 0 }))).status).toBe(200)
    }
  })

  test('threat 238: an answer without a fingerprint, a face or the screen lock is refused', async () => {
    const { agent, authenticator } = await newAgent()
    const { challenge, signIn } = await newBrowser()
    const assertion = authenticator.answer({ challenge, origin: parts.url, isVerified: false })
    await expectRefusal(agent.id, () => signIn(assertion))
    await eventually(async () => (await actionsOf(agent.id)).includes('passkey_refused'))
  })

  test('threat 239: a passkey signs in its own agent only, whatever name the answer has', async () => {
    const [mia, theo] = [await newAgent(), await newAgent()]
    const asTheo = await newBrowser()
    const named = { challenge: asTheo.challenge, origin: parts.url, userHandle: theo.agent.id }
    await expectRefusal(theo.agent.id, () => asTheo.signIn(mia.authenticator.answer(named)))
    // Nor does the signature of one passkey pass for another.
    const next = await newBrowser()
    const forged = {
      ...mia.authenticator.answer({ challenge: next.challenge, origin: parts.url }),
      id: theo.authenticator.id,
    }
    await expectRefusal(theo.agent.id, () => next.signIn(forged))
    const nameless = await newBrowser()
    const { userHandle: _, ...rest } = mia.authenticator.answer({ challenge: nameless.challenge, origin: parts.url })
    await expectRefusal(mia.agent.id, () => nameless.signIn(rest))
  })

  test('threat 240: an unknown passkey, a wrong signature and a closed account get the same response', async () => {
    const [known, closed] = [await newAgent(), await newAgent()]
    await parts.database.db.update(user).set({ archivedAt: new Date() }).where(eq(user.id, closed.agent.id))
    const responses = []
    for (const authenticator of [createAuthenticator(), closed.authenticator]) {
      const { challenge, signIn } = await newBrowser()
      responses.push(await signIn(authenticator.answer({ challenge, origin: parts.url, userHandle: known.agent.id })))
    }
    const { challenge, signIn } = await newBrowser()
    const assertion = known.authenticator.answer({ challenge, origin: parts.url })
    const { signature } = known.authenticator.answer({ challenge: 'another', origin: parts.url })
    responses.push(await signIn({ ...assertion, signature }))
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(responses[0]).toMatchObject(REFUSED)
    for (const { headers } of responses) expect(headers.getSetCookie()).toEqual([])
  })

  test('threat 240: challenges and attempts are limited by address', async () => {
    const attacker = { 'x-forwarded-for': '203.0.113.77' }
    const { challenge, signIn } = await newBrowser(attacker)
    const assertion = createAuthenticator().answer({ challenge, origin: parts.url })
    const attempts = await Promise.all(Array.from({ length: 101 }, () => signIn(assertion)))
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(1)
    const begin = () => call(parts.url, 'beginPasskeySignIn', { method: 'POST', headers: attacker })
    const challenges = await Promise.all(Array.from({ length: 300 }, begin))
    expect(challenges.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await newBrowser({ 'x-forwarded-for': '203.0.113.78' })).status).toBe(200)
  })

  test('someone who was removed from their only agency is as little inside as with the password', async () => {
    const { agent, authenticator } = await newAgent()
    await parts.database.db.delete(member).where(eq(member.userId, agent.id))
    const { challenge, signIn } = await newBrowser()
    const answer = await signIn(authenticator.answer({ challenge, origin: parts.url }))
    for (const cookie of [cookieHeader(answer.headers), await signInAs(parts.url, agent.email)])
      expect((await call(parts.url, 'fetchCurrentUser', { headers: { cookie } })).status).toBe(401)
  })

  test.each([
    ['no JSON', { clientDataJSON: Buffer.from('{').toString('base64url') }],
    ['a number for the page', { clientDataJSON: Buffer.from('7').toString('base64url') }],
    ['a list for the challenge', { clientDataJSON: Buffer.from('{"challenge":[]}').toString('base64url') }],
  ])('an answer with %s is refused', async (_what, part) => {
    const { authenticator } = await newAgent()
    const { challenge, signIn } = await newBrowser()
    expect((await signIn({ ...authenticator.answer({ challenge, origin: parts.url }), ...part })).status).toBe(401)
  })

  test.each([
    ['no authenticator data', { authenticatorData: 'AA' }],
    ['a signature that is none', { signature: 'AA' }],
  ])('an answer with %s is refused', async (_what, part) => {
    const { agent, authenticator } = await newAgent()
    const { challenge, signIn } = await newBrowser()
    const assertion = { ...authenticator.answer({ challenge, origin: parts.url }), ...part }
    await expectRefusal(agent.id, () => signIn(assertion))
  })

  test('a passkey that was removed no longer works', async () => {
    const signedIn = await newAgent()
    const { agent, authenticator, passkey: added, post } = signedIn
    await addPasskey(parts, signedIn)
    expect((await post('removePasskey', { id: added.id })).status).toBe(200)
    const { challenge, signIn } = await newBrowser()
    await expectRefusal(agent.id, () => signIn(authenticator.answer({ challenge, origin: parts.url })))
    expect(await parts.database.db.$count(passkey, eq(passkey.userId, agent.id))).toBe(1)
  })

  test('a challenge that nobody answered is deleted once it has expired', async () => {
    const { db } = parts.database
    const [expired, open] = [await newBrowser(), await newBrowser()]
    const of = (challenge: string) => eq(passkeyChallenge.challengeHash, hashToken(challenge))
    await db.update(passkeyChallenge).set({ expiresAt: new Date() }).where(of(expired.challenge))
    const jobs = openJobs(parts.database, createLog({ level: 'silent' }))
    await jobs.start([sweepExpiredJob])
    await jobs.enqueue(db, sweepExpiredJob, {})
    await eventually(async () => (await db.$count(passkeyChallenge, of(expired.challenge))) === 0)
    await jobs.stop()
    expect(await db.$count(passkeyChallenge, of(open.challenge))).toBe(1)
  })
})

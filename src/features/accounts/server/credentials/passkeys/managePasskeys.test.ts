import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { session, user } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { passkey } from '#db/schema/signInMethods.ts'
import { MINUTE_MS } from '#values/time.ts'
import { createSignedInAgent, PASSWORD, signInAs } from '../../../../../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator as createApp } from '../../../../../../test/fixtures/authenticators.ts'
import { emailsTo } from '../../../../../../test/fixtures/emails.ts'
import {
  addPasskey,
  createAgentWithPasskey,
  openSignInPage,
  readChallenge,
} from '../../../../../../test/fixtures/passkeys.ts'
import { eventually } from '../../../../../../test/support/eventually.ts'
import { useDeployedApp } from '../../../../../../test/support/processes/deployedApp.ts'
import { createAuthenticator } from '../../../../../../test/support/softwareAuthenticator.ts'
import { issueToken } from '../emailedTokens.server.ts'

const parts = useDeployedApp()
const here = () => ({ url: parts.url, db: parts.database.db })
const newAgent = () => createAgentWithPasskey(here())
const passkeysOf = (userId: string) =>
  parts.database.db.select().from(passkey).where(eq(passkey.userId, userId)).orderBy(passkey.createdAt)
const actionsOf = async (userId: string) =>
  (await parts.database.db.select().from(audit).where(eq(audit.userId, userId)).orderBy(audit.at)).map(
    ({ action, details }) => ({ action, details }),
  )
const waitForSubject = (email: string, subject: string) =>
  eventually(async () => (await emailsTo(parts.app.dataDir, email)).find((one) => one.subject === subject))

const signedInLongAgo = (userId: string) =>
  parts.database.db
    .update(session)
    .set({ provenAt: new Date(Date.now() - 11 * MINUTE_MS) })
    .where(eq(session.userId, userId))

type Agent = Awaited<ReturnType<typeof newAgent>>

/** The answer of the agent's passkey that proves who is signed in. */
async function prove({ authenticator, post }: Pick<Agent, 'authenticator' | 'post'>, more = {}) {
  const challenge = readChallenge(await post('beginPasskeyProof'))
  return authenticator.answer({ challenge, origin: parts.url, ...more })
}
const removePassword = async (one: Agent) => one.post('removePassword', { passkey: await prove(one) })

describe('a passkey', () => {
  test('is added with the password, under a name of the device, and the agent is told', async () => {
    const { agent, passkey: added } = await newAgent()
    expect(await passkeysOf(agent.id)).toMatchObject([{ id: added.id, name: added.name, lastUsedAt: null }])
    expect(added.name).toBe('Unknown browser')
    expect(await actionsOf(agent.id)).toContainEqual({ action: 'passkey_added', details: { name: added.name } })
    const { text } = await waitForSubject(agent.email, 'A passkey was added to your account')
    expect(text).toContain(`${parts.url}/portal/settings#passkeys`)
  })

  test('is renamed; an empty name and one of two lines get an error at the field', async () => {
    const { agent, post, passkey: added } = await newAgent()
    expect((await post('renamePasskey', { id: added.id, name: '  Work laptop ' })).status).toBe(200)
    expect(await passkeysOf(agent.id)).toMatchObject([{ name: 'Work laptop' }])
    for (const name of ['', ' ', 'Work\nlaptop', 'x'.repeat(61)]) {
      const { status, error } = await post('renamePasskey', { id: added.id, name })
      expect({ status, error }).toMatchObject({ status: 400, error: { fields: { name: expect.any(String) } } })
    }
  })

  test('is removed: it ends the other sessions, is recorded, and the agent is told', async () => {
    const { agent, post, get, passkey: added } = await newAgent()
    await signInAs(parts.url, agent.email)
    expect((await post('removePasskey', { id: added.id })).status).toBe(200)
    expect((await get('fetchPasskeys')).result).toEqual([])
    expect(await parts.database.db.$count(session, eq(session.userId, agent.id))).toBe(1)
    expect(await actionsOf(agent.id)).toContainEqual({ action: 'passkey_removed', details: { name: added.name } })
    await waitForSubject(agent.email, 'A passkey was removed from your account')
    expect((await post('removePasskey', { id: added.id })).status).toBe(404)
  })

  test('threat 238: is not added without a fingerprint, a face or the screen lock', async () => {
    const { agent, post } = await createSignedInAgent(here())
    const challenge = readChallenge(await post('beginPasskey', { password: PASSWORD }))
    const created = createAuthenticator().create({
      ...{ challenge, origin: parts.url, userId: agent.id },
      isVerified: false,
    })
    expect((await post('addPasskey', created)).status).toBe(422)
    expect(await passkeysOf(agent.id)).toEqual([])
  })

  test.each([
    ['a page of another site', { origin: 'https://evil.example', rpId: 'localhost' }],
    ['another site', { rpId: 'evil.example' }],
    ['signing in', { client: { type: 'webauthn.get' } }],
  ])('threat 236: one that was made for %s is not added', async (_where, lie) => {
    const { agent, post } = await createSignedInAgent(here())
    const challenge = readChallenge(await post('beginPasskey', { password: PASSWORD }))
    const created = createAuthenticator().create({ challenge, origin: parts.url, userId: agent.id, ...lie })
    expect((await post('addPasskey', created)).status).toBe(422)
    expect(await passkeysOf(agent.id)).toEqual([])
  })

  test('threat 239: another agent’s is missing, cannot be added a second time, and proves nothing', async () => {
    const [mia, theo] = [await newAgent(), await newAgent()]
    expect((await mia.post('renamePasskey', { id: theo.passkey.id, name: 'Mine' })).status).toBe(404)
    expect((await mia.post('removePasskey', { id: theo.passkey.id })).status).toBe(404)
    const challenge = readChallenge(await mia.post('beginPasskey', { password: PASSWORD }))
    const again = theo.authenticator.create({ challenge, origin: parts.url, userId: mia.agent.id })
    expect((await mia.post('addPasskey', again)).status).toBe(422)
    for (const userHandle of [theo.agent.id, mia.agent.id, '']) {
      const proof = await prove({ post: mia.post, authenticator: theo.authenticator }, { userHandle })
      expect((await mia.post('removePassword', { passkey: proof })).status).toBe(401)
    }
    const [stored] = await passkeysOf(theo.agent.id)
    expect(stored).toMatchObject({ name: theo.passkey.name, userId: theo.agent.id })
    expect(await passkeysOf(mia.agent.id)).toHaveLength(1)
  })

  test('threat 241: nobody adds one at an open session without the password or a passkey, and guessing is limited', async () => {
    const { agent, post } = await createSignedInAgent(here())
    for (const proof of [{}, { password: 'wrong' }]) {
      const { status, error } = await post('beginPasskey', proof)
      expect({ status, error }).toMatchObject({
        status: 400,
        error: { fields: { password: 'That’s not your password' } },
      })
    }
    for (let tries = 0; tries < 8; tries++) await post('beginPasskey', { password: 'wrong' })
    expect((await post('beginPasskey', { password: PASSWORD })).status).toBe(429)
    // Nor with a challenge for something else, or of another session.
    const other = await createSignedInAgent(here())
    const challenges = [
      (await openSignInPage(parts)).challenge,
      readChallenge(await post('beginPasskeyProof')),
      readChallenge(await other.post('beginPasskey', { password: PASSWORD })),
    ]
    for (const challenge of challenges) {
      const created = createAuthenticator().create({ challenge, origin: parts.url, userId: agent.id })
      expect((await post('addPasskey', created)).status).toBe(401)
    }
    expect(await passkeysOf(agent.id)).toEqual([])
  })

  test('threat 241: someone with an authenticator app adds one with a code or a passkey, not with the password alone', async () => {
    const { agent, post } = await createSignedInAgent(here())
    const { secret } = await createApp(parts.database.db, agent.id)
    await signedInLongAgo(agent.id)
    expect((await post('beginPasskey', { password: PASSWORD })).error).toMatchObject({ name: 'ProofNeeded' })
    expect((await post('proveIdentity', { kind: 'code', code: codeFor(secret) })).status).toBe(200)
    expect((await post('beginPasskey', { password: PASSWORD })).status).toBe(200)
  })

  test('threat 241: one is removed by someone who has just proven to be the agent, which a passkey can', async () => {
    const one = await newAgent()
    await signedInLongAgo(one.agent.id)
    expect((await one.get('fetchProofOptions')).result).toMatchObject({
      ...{ hasAuthenticator: false, hasPasskey: true, hasPassword: true },
    })
    expect((await one.post('removePasskey', { id: one.passkey.id })).error).toMatchObject({ name: 'ProofNeeded' })
    const theirs = await prove({ ...one, authenticator: (await newAgent()).authenticator })
    expect((await one.post('proveIdentity', { kind: 'passkey', passkey: theirs })).status).toBe(401)
    expect((await one.post('proveIdentity', { kind: 'passkey', passkey: await prove(one) })).status).toBe(200)
    expect((await one.post('removePasskey', { id: one.passkey.id })).status).toBe(200)
  })

  test('the last one stays while it is the second factor that the agency requires', async () => {
    const one = await newAgent()
    await parts.database.db
      .update(agency)
      .set({ name: 'Harbour Realty', secondFactorFrom: new Date() })
      .where(eq(agency.id, one.agent.agencyId))
    const { status, error } = await one.post('removePasskey', { id: one.passkey.id })
    expect({ status, error }).toMatchObject({
      status: 409,
      error: { message: 'Harbour Realty requires two-step sign-in. Add an app or a passkey first.' },
    })
    expect(await passkeysOf(one.agent.id)).toHaveLength(1)
  })

  test('threat 241: a proof counts once, in the session that it is for', async () => {
    const one = await newAgent()
    const elsewhere = await createSignedInAgent(here())
    const proof = await prove(one)
    expect((await elsewhere.post('beginPasskey', { passkey: proof })).status).toBe(401)
    expect((await one.post('beginPasskey', { passkey: proof })).status).toBe(200)
    expect((await one.post('beginPasskey', { passkey: proof })).status).toBe(401)
    expect((await one.post('beginPasskey', { passkey: await prove(one, { isVerified: false }) })).status).toBe(401)
  })

  test('threat 241: certificates that come with a new passkey are refused before they are read', async () => {
    const { agent, post } = await createSignedInAgent(here())
    const add = async (format: string, certificates: object) => {
      const challenge = readChallenge(await post('beginPasskey', { password: PASSWORD }))
      const attest = (sig: Buffer) => ({ format, statement: { alg: -7, sig, ...certificates } })
      const created = createAuthenticator().create({ challenge, origin: parts.url, userId: agent.id, attest })
      return (await post('addPasskey', created)).status
    }
    for (const x5c of [[Buffer.from('30820000', 'hex')], 0]) expect(await add('packed', { x5c })).toBe(422)
    for (const format of ['fido-u2f', 'android-key', 'android-safetynet', 'tpm', 'apple', 'made-up'])
      expect(await add(format, {})).toBe(422)
    expect(await passkeysOf(agent.id)).toEqual([])
    // A device that only signs for itself is fine.
    expect(await add('packed', {})).toBe(200)
  })

  test('there are at most 20, also when they are added at once', async () => {
    const one = await newAgent()
    const [stored] = await passkeysOf(one.agent.id)
    if (!stored) throw new Error('There is no passkey.')
    const copies = Array.from({ length: 18 }, (_, index) => ({
      ...{ ...stored, id: `pkey_${String(index).padStart(16, '0')}`, credentialId: `${stored.credentialId}${index}` },
    }))
    await parts.database.db.insert(passkey).values(copies)
    const challenges = [
      readChallenge(await one.post('beginPasskey', { password: PASSWORD })),
      readChallenge(await one.post('beginPasskey', { password: PASSWORD })),
    ]
    const answers = await Promise.all(
      challenges.map((challenge) =>
        one.post('addPasskey', createAuthenticator().create({ challenge, origin: parts.url, userId: one.agent.id })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await one.post('beginPasskey', { password: PASSWORD })).status).toBe(409)
  })
})

describe('an account without a password', () => {
  test('threat 241: the password is removed with a passkey only; the other sessions and open reset links end, and the agent is told', async () => {
    const one = await newAgent()
    const { agent, post, get } = one
    await signInAs(parts.url, agent.email)
    const link = await issueToken(parts.database.db, 'reset_password', agent.id)
    expect((await post('removePassword', { password: PASSWORD })).status).toBe(400)
    expect((await removePassword(one)).status).toBe(200)
    expect((await get('fetchSettings')).result).toMatchObject({ hasPassword: false })
    expect(await parts.database.db.$count(session, eq(session.userId, agent.id))).toBe(1)
    expect((await post('resetPassword', { token: link, password: 'rata street kettle' })).status).toBe(400)
    expect(await actionsOf(agent.id)).toContainEqual({ action: 'password_removed', details: {} })
    await waitForSubject(agent.email, 'Your password was removed')
  })

  test('signs in with a passkey; every password is refused like a wrong one', async () => {
    const one = await newAgent()
    await removePassword(one)
    for (const password of [PASSWORD, 'ab'])
      await expect(signInAs(parts.url, one.agent.email, password)).rejects.toThrow('401')
    const { challenge, signIn } = await openSignInPage(parts)
    expect((await signIn(one.authenticator.answer({ challenge, origin: parts.url }))).status).toBe(200)
    const { status, error } = await one.post('deleteAccount', { confirmation: 'delete my account', password: PASSWORD })
    expect({ status, error }).toMatchObject({ status: 400, error: { fields: { password: expect.any(String) } } })
  })

  test('threat 241: the last passkey cannot be removed, also while the password is being removed', async () => {
    const one = await newAgent()
    const further = await addPasskey(parts, one)
    const proof = await prove(one)
    const answers = await Promise.all([
      one.post('removePassword', { passkey: proof }),
      one.post('removePasskey', { id: further.passkey.id }),
      one.post('removePasskey', { id: one.passkey.id }),
    ])
    const [{ password } = { password: '' }] = await parts.database.db
      .select()
      .from(user)
      .where(eq(user.id, one.agent.id))
    const left = await passkeysOf(one.agent.id)
    expect({
      isLockedOut: password === '' && left.length === 0,
      statuses: answers.map(({ status }) => status),
    }).toEqual({
      isLockedOut: false,
      statuses: expect.not.arrayContaining([500]),
    })

    const other = await newAgent()
    await removePassword(other)
    const { status, error } = await other.post('removePasskey', { id: other.passkey.id })
    expect({ status, error }).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('only way to sign in') },
    })
    expect(await passkeysOf(other.agent.id)).toHaveLength(1)
  })

  test('gets a password again with a passkey, or by email when the passkeys are lost', async () => {
    const one = await newAgent()
    await removePassword(one)
    const created = { newPassword: 'rata street kettle morning', passkey: await prove(one) }
    expect((await one.post('createPassword', created)).status).toBe(200)
    expect((await one.post('createPassword', { ...created, passkey: await prove(one) })).status).toBe(409)
    const login = { email: one.agent.email, password: created.newPassword }
    expect((await one.post('login', login)).result).toEqual({ isSignedIn: true })

    const other = await newAgent()
    await removePassword(other)
    const token = await issueToken(parts.database.db, 'reset_password', other.agent.id)
    expect((await other.post('resetPassword', { token, password: created.newPassword })).status).toBe(200)
    expect((await other.post('login', { ...login, email: other.agent.email })).result).toEqual({ isSignedIn: true })
  })
})
